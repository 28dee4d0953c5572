/** The saved reads that hold listings, which the outbox overlays. */
export const LISTING_READS = ['dashboard', 'listings'] as const

/** The saved read that holds a person's own events, which the outbox overlays too. */
export const EVENTS_READ = 'events'

/** The saved read whose rows have PAN numbers. */
export const LOANS_READ = 'loans'

/** Prefix of the keys of rows that are shown while a first read arrives; they are never stored. */
export const ARRIVING = 'arriving'

/** The person is part of the key, so that nobody gets another person's copy. */
export function savedReadKey(
  userId: string | null,
  name: string,
): readonly [string, string | null, string] {
  return ['saved', userId, name]
}
