/** The saved reads that contain listings. The outbox overlays them. */
export const LISTING_READS = ['dashboard', 'listings'] as const

/** The saved read of a user's own events. The outbox overlays it. */
export const EVENTS_READ = 'events'

/** The saved read whose rows contain PAN numbers. */
export const LOANS_READ = 'loans'

/** Prefix of the query keys for partial lists, shown while a first read arrives and never stored. */
export const ARRIVING = 'arriving'

/** The query key of a saved read. It includes the user, so that nobody gets another user's entry. */
export function savedReadKey(
  userId: string | null,
  name: string,
): readonly [string, string | null, string] {
  return ['saved', userId, name]
}
