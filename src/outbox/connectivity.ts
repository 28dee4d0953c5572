// Tracks whether the server is reachable, from the results of calls. navigator.onLine is only a hint.

export type Reachability = 'online' | 'offline'

export type Connectivity = ReturnType<typeof createConnectivity>

export function createConnectivity(hint: Pick<Navigator, 'onLine'>, events: EventTarget) {
  const listeners = new Set<() => void>()
  let state: Reachability = hint.onLine ? 'online' : 'offline'
  /** Whether an answer has proved "online"; at startup and after an `online` event, it is only assumed. */
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
    /** Whether "online" is proved, not only assumed: only then are changes sent without a probe first. */
    isProven: (): boolean => isProven,
    /** Reports a call's result: every answer of the API proves that it is reachable. */
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
