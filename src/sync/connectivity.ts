// Whether the server can be reached: learnt from what calls come back with. navigator.onLine only hints.

export type Reachability = 'online' | 'offline'

export type Connectivity = ReturnType<typeof createConnectivity>

export function createConnectivity(hint: Pick<Navigator, 'onLine'>, events: EventTarget) {
  const listeners = new Set<() => void>()
  let state: Reachability = hint.onLine ? 'online' : 'offline'

  function set(next: Reachability) {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const onOffline = () => set('offline')
  // "online" says a cable is in, not that the server answers; it is worth a try, and the try will tell.
  const onOnline = () => set('online')
  events.addEventListener('offline', onOffline)
  events.addEventListener('online', onOnline)

  return {
    get: (): Reachability => state,
    /** What a call came back with: any answer of the API means it can be reached. */
    report(isAnswered: boolean): void {
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
