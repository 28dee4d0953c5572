import { connectUploads, openUploads } from './files/page-uploads.ts'
import { createUnsentListings, type UnsentListings } from './unsent-listings.ts'

// The unsent listings of this page, one set per person. A listing that the device has no room for is lost when the page
// closes.

const listingsOf = new Map<string, UnsentListings>()

export function openListings(userId: string): UnsentListings {
  const known = listingsOf.get(userId)
  if (known) return known
  const makeMark = () => crypto.randomUUID()
  const now = () => Date.now()
  const connection = connectUploads()
  const made = createUnsentListings({ db: openUploads(), connection, userId, makeMark, now })
  listingsOf.set(userId, made)
  return made
}
