import { vi } from 'vitest'

/** Lets the page of a test believe that a worker serves it and that locks are given at once, as a built app's page does. */
export function stubWorker(): void {
  const added: Record<PropertyKey, unknown> = {
    serviceWorker: Object.assign(new EventTarget(), { controller: {}, ready: Promise.resolve({}) }),
    locks: {
      request: async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
        work({ name, mode: options.mode ?? 'exclusive' }),
    },
  }
  const real = navigator
  vi.stubGlobal(
    'navigator',
    new Proxy(real, {
      get(_, name) {
        if (Object.hasOwn(added, name)) return added[name]
        const value: unknown = Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
    }),
  )
}
