// Whether the server can be reached: learnt from what calls come back with. navigator.onLine only hints.

export type Reachability = 'online' | 'offline'

export type Connectivity = ReturnType<typeof createConnectivity>

export function createConnectivity(hint: Pick<Navigator, 'onLine'>, events: EventTarget) {
  const listeners = new Set<() => void>()
  let state: Reachability = hint.onLine ? 'online' : 'offline'
  /** Whether an answer stands behind "online": at the start, and after a cable was plugged in, it is a mere hope. */
  let isProven = false

  function set(next: Reachability) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  function hintAt(next: Reachability) {
    isProven = false
    set(next)
  }

  const onOffline = () => hintAt('offline')
  const onOnline = () => hintAt('online')
  events.addEventListener('offline', onOffline)
  events.addEventListener('online', onOnline)

  return {
    get: (): Reachability => state,
    /** Whether the last call was answered, so that the next one may carry what must not be tried in vain. */
    isProven: (): boolean => isProven,
    /** What a call came back with: every answer of the API means it can be reached. */
    report(isAnswered: boolean): void {
      isProven = isAnswered
      set(isAnswered ? 'online' : 'offline')
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose(): void {
      events.removeEventListener('offline', onOffline)
      events.removeEventListener('online', onOnline)
      listeners.clear()
    },
  }
}
