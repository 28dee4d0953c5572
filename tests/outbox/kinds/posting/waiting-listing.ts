import { onTestFinished } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { type TypedPosting, toTyped } from '#src/domain/posting/typed-posting.ts'
import {
  createUnsentListings,
  type ListingContent,
} from '#src/outbox/kinds/posting/unsent-listings.ts'
import { createDatabaseConnection } from '#src/storage/database-connection.ts'
import { createUploadsDatabase, probeUploads } from '#src/storage/uploads-database.ts'

// A device with listings that have not been sent to the server.

export const ID = 'a'.repeat(24)
export const KEY = 'k'.repeat(24)

export function titled(title: string, change: Partial<ListingContent> = {}): ListingContent {
  const typed: TypedPosting = { ...toTyped(EMPTY_DRAFT), title }
  return { typed, media: [], version: null, submitKey: null, ...change }
}

export function openDevice() {
  const db = createUploadsDatabase(crypto.randomUUID())
  onTestFinished(() => db.delete())
  const connection = createDatabaseConnection(db, { probe: () => probeUploads(db) })
  let time = 0
  const listingsOf = (userId: string) =>
    createUnsentListings({
      db,
      connection,
      userId,
      makeMark: () => crypto.randomUUID(),
      now: () => {
        time += 1
        return time
      },
    })
  const listings = listingsOf('asha')
  return {
    db,
    connection,
    listingsOf,
    listings,
    /** The owner's edit on a screen that has read the listing as it is stored now. */
    async write(content: ListingContent, userId = 'asha'): Promise<void> {
      const mark = (await listingsOf(userId).find(ID))?.mark ?? null
      await listingsOf(userId).edit(ID, () => content, { content, mark })
    },
  }
}
