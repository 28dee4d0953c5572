/** The saved reads that contain listings. The outbox overlays them. */
export const LISTING_READS = ['dashboard', 'listings'] as const

/** The saved read of a user's own events. The outbox overlays it. */
export const EVENTS_READ = 'events'

/** The saved read of an owner's listings. */
export const OWN_LISTINGS_READ = 'own-listings'

/** The saved read of who reviews which listing. */
export const CLAIMS_READ = 'claims'

/** The saved read whose rows contain PAN numbers. */
export const LOANS_READ = 'loans'

/** The saved reads of what an owner submitted, and of its photos: one copy per listing. */
export const SUBMISSIONS_READ = 'submissions'
export const PHOTOS_READ = 'photos'

/** The saved reads of the team's notes about a listing, and about a member: one copy each. The outbox overlays them. */
export const NOTES_READS = { listing: 'listing-notes', member: 'member-notes' } as const

/** The saved read of what happened to a listing, with the visits of the team: one copy per listing. */
export const HISTORIES_READ = 'listing-histories'

/** The saved read of the newest notes that mention the person. */
export const INBOX_READ = 'inbox'

/** The saved read of the people whom a note can mention. */
export const NOTE_READERS_READ = 'note-readers'

/** How many copies this device keeps of a read that has one per record: those that were read last. */
export const MOST_COPIES: Readonly<Record<string, number>> = {
  [SUBMISSIONS_READ]: 200, // a morning of reviews, about 3 kB each
  [HISTORIES_READ]: 200, // as of submissions, mostly under 2 kB each
  [NOTES_READS.listing]: 200, // as of submissions, mostly under 1 kB each
  [NOTES_READS.member]: 200,
  [PHOTOS_READ]: 120, // at most 2 MB each, mostly 0.2 MB: the largest batch for the road, and a morning of reviews
}

/**
 * Query keys that begin with this are of lists that are still arriving: a screen shows their first rows, and the device
 * never stores them.
 */
export const ARRIVING = 'arriving'

/**
 * The query key of a saved read. It includes the user, so that nobody gets another user's entry, and the record's id if the
 * read has one copy per record.
 */
export function savedReadKey(
  userId: string | null,
  name: string,
  id?: string,
): readonly [string, string | null, string, ...string[]] {
  return id === undefined ? ['saved', userId, name] : ['saved', userId, name, id]
}
