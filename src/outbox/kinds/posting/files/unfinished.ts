import { visitOfFiles } from '#src/domain/visit/visit.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import {
  hasUploadsDatabase,
  type QueuedUpload,
  sentName,
  type UploadsDatabase,
} from '#src/storage/uploads-database.ts'
import type { PageUploads } from '../page-uploads.ts'
import { dropFile } from './upload-files.ts'

// Counts and deletes unfinished uploads at a sign-out. Never creates the uploads database.

/** The number of a person's listings and files that are not on the server yet. */
export interface Unfinished {
  listings: number
  files: number
}

export type UploadsOpener = () => Promise<{ uploads: Pick<PageUploads, 'db'> }>

const isOfListing = ({ listingId }: QueuedUpload) => visitOfFiles(listingId) === null

export async function countUnfinished(
  openDevice: UploadsOpener,
  userId: string,
): Promise<Unfinished> {
  const count = await onUploads(openDevice, async (db) => ({
    listings: await db.listings.where({ userId }).count(),
    // Photos of visits are counted with the visits, which are changes.
    files: await db.queued.where({ userId }).filter(isOfListing).count(),
  }))
  return count ?? { listings: 0, files: 0 }
}

/** Deletes the person's listings and files that are not on the server yet, and what is known of those that were sent. */
export async function forgetUnfinished(
  openDevice: UploadsOpener,
  userId: string | null,
): Promise<void> {
  if (userId === null) return
  await onUploads(openDevice, async (db) => {
    await db.listings.where({ userId }).delete()
    await db.about.where('name').startsWith(sentName(userId, '')).delete()
    for (const id of await db.queued.where({ userId }).primaryKeys()) await dropFile(db, id)
  })
}

/** @throws StorageTroubleError if the database does not open in time */
async function onUploads<Result>(
  openDevice: UploadsOpener,
  work: (db: UploadsDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await hasUploadsDatabase())) return undefined
  const { db } = (await openDevice()).uploads
  await openingLimitOf(db).requireOpen()
  return work(db)
}
