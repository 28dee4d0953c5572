/** The saved reads that hold listings, and so lie under the outbox. */
export const LISTING_READS = ['dashboard', 'listings'] as const

/** The saved read that holds a person's own events, under the outbox as well. */
export const EVENTS_READ = 'events'

/** The saved read whose rows carry PAN numbers. */
export const LOANS_READ = 'loans'

/** Begins the keys of rows that are shown while a first read is under way; they are never stored. */
export const ARRIVING = 'arriving'

/** The person is part of the key: one person's copy is never found by another. */
export function savedReadKey(
  userId: string | null,
  name: string,
): readonly [string, string | null, string] {
  return ['saved', userId, name]
}
