import {
  createUnsentListings,
  type ListingContent,
} from '#src/outbox/kinds/posting/unsent-listings.ts'
import { createDatabaseConnection } from '#src/storage/database-connection.ts'
import {
  createUploadsDatabase,
  hasUploadsDatabase,
  probeUploads,
  type UploadsDatabase,
} from '#src/storage/uploads-database.ts'

/** A connection of the test itself to the listings and files of this device, as another tab has one. */
export function openStoredUploads(): UploadsDatabase {
  const db = createUploadsDatabase()
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false })
    return false // stops Dexie's own handler, which would log a warning
  })
  return db
}

/** The listings of a person on this device, as another tab sees them. */
export function openStoredListings(userId: string) {
  const db = openStoredUploads()
  const connection = createDatabaseConnection(db, {
    probe: () => probeUploads(db),
    mayOpen: hasUploadsDatabase,
  })
  const makeMark = () => crypto.randomUUID()
  return createUnsentListings({ db, connection, userId, makeMark, now: () => Date.now() })
}

/** Stores a listing on this device as its owner has written it. */
export async function storeListing(userId: string, id: string, content: ListingContent) {
  return openStoredListings(userId).edit(id, () => content, { content, mark: null })
}
