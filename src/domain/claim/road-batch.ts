// Listings that one person reserves together, to review them on the road, with or without a network.

/** How many listings can be taken at once. */
export const BATCH_SIZES = [10, 25, 50] as const
export type BatchSize = (typeof BATCH_SIZES)[number]

/** For how many hours: half a working day at most, because nobody else is given these listings meanwhile. */
export const BATCH_HOURS = [1, 2, 4] as const
export type BatchHours = (typeof BATCH_HOURS)[number]

/** How many listings a device names at most, in its order: those that colleagues have are passed over. */
export const MOST_CANDIDATES = 200 // the largest batch, and three of colleagues in its way

/** What the server granted. */
export interface TakenBatch {
  batchId: string
  until: string
  /** In the order of the call. */
  listingIds: readonly string[]
  /** How many listings before the last granted one were not free: with colleagues, decided, or kept by the caller. */
  passedOver: number
}
