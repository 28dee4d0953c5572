// What the person wants of the copies for the road. Stored beside the session, because saving goes on after a reload.

const KEY = 'road-videos'

export interface RoadWishes {
  /** The batch whose videos the person wants on this device; null without. */
  videosOf: string | null
  /** Grows with each "Try again". */
  attempt: number
}

const listeners = new Set<() => void>()
let wishes: RoadWishes | null = null

export const roadWishes = {
  get(): RoadWishes {
    wishes ??= { videosOf: localStorage.getItem(KEY), attempt: 0 }
    return wishes
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  wantVideos(batchId: string): void {
    localStorage.setItem(KEY, batchId)
    set({ videosOf: batchId })
  },
  tryAgain(): void {
    set({ attempt: roadWishes.get().attempt + 1 })
  },
}

function set(change: Partial<RoadWishes>): void {
  wishes = { ...roadWishes.get(), ...change }
  for (const listener of listeners) listener()
}
