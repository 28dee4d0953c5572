import { NOTHING, type QueueState, type ShownUpload } from './shown-upload.ts'

// The state of an upload queue, and the screens that follow it.

export function createShownQueue(isPageNeeded: () => boolean) {
  const listeners = new Set<() => void>()
  let state = NOTHING

  function set(change: Partial<QueueState>): void {
    state = { ...state, ...change, isPageNeeded: isPageNeeded() }
    for (const listener of listeners) listener()
  }

  return {
    find: (): QueueState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    findOne: (id: string): ShownUpload | undefined => state.uploads.find((one) => one.id === id),
    show(id: string, change: Partial<ShownUpload>): void {
      set({ uploads: state.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)) })
    },
    drop: (id: string): void => set({ uploads: state.uploads.filter((one) => one.id !== id) }),
  }
}
