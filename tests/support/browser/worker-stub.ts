import { vi } from 'vitest'

/** Simulates a production page: a service worker controls it, and Web Locks are granted at once. */
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
