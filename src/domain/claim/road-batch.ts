import type { ListingClaim } from './claim.ts'

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
  listingIds: string[]
  /** How many listings before the last granted one were not free: with colleagues, decided, or kept by the caller. */
  passedOver: number
}

/** The batch of a person, as the server last listed it. */
export interface RoadBatch {
  batchId: string
  until: string
  /** Those of its listings that nobody had decided. */
  listingIds: ReadonlySet<string>
}

/** The batch of the reader among the claims; null without one. */
export function findRoadBatch(
  claims: readonly ListingClaim[],
  readerId: string | undefined,
): RoadBatch | null {
  const own = claims.filter(
    // A copy that an earlier build saved has no `batchId`.
    ({ personId, batchId }) => personId === readerId && typeof batchId === 'string',
  )
  const { batchId, heldUntil, until } = own[0] ?? {}
  if (!batchId || !until) return null
  return {
    batchId,
    until: heldUntil ?? until,
    listingIds: new Set(own.map(({ listingId }) => listingId)),
  }
}
