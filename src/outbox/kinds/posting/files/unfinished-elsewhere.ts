import { listOpenUploads } from '#src/api/posting/media-api.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { PageUploads } from '../page-uploads.ts'
import type { UploadQueue } from './upload-queue.ts'
import { makeGiveUp } from './upload-tries.ts'

// Unfinished uploads that count towards the person's limit on the server, and of which this device has no file: another
// device sends them, or the answers to their creation were lost. A file that the device cannot keep is in the page's queue.

/** Their URLs. @throws ApiError; StorageTroubleError if the database, which names the device's own, does not open in time */
export async function listElsewhere(
  { db, findOwner }: Pick<PageUploads, 'db' | 'findOwner'>,
  queue: Pick<UploadQueue, 'find'>,
): Promise<string[]> {
  await openingLimitOf(db).requireOpen()
  const [open, own] = await Promise.all([
    listOpenUploads(),
    db.queued.where({ userId: findOwner() }).toArray(),
  ])
  const idOf = (url: string | null) => url?.split('/').at(-1)
  const kept = new Set([...own, ...queue.find().uploads].map(({ url }) => idOf(url)))
  return open.filter((url) => !kept.has(idOf(url)))
}

/** Deletes the uploads from the server, so that the files that had no room are sent next. */
export async function dropElsewhere(
  { session }: Pick<PageUploads, 'session'>,
  urls: readonly string[],
): Promise<void> {
  const giveUp = makeGiveUp(() => session.find()?.token ?? null)
  for (const url of urls) await giveUp(url)
}
