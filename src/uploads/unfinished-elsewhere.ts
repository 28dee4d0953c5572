import { listOpenUploads } from '#src/api/posting/media-api.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { UploadsDatabase } from '#src/storage/uploads-database.ts'
import { findOwner } from './page-uploads.ts'
import type { UploadQueue } from './upload-queue.ts'
import { makeGiveUp } from './upload-tries.ts'

// Unfinished uploads that count towards the person's limit on the server, and of which this device has no file: another
// device sends them, or the answers to their creation were lost.

/** Their URLs. @throws ApiError */
export async function listElsewhere(db: UploadsDatabase, session: SessionStore): Promise<string[]> {
  const [open, own] = await Promise.all([
    listOpenUploads(),
    db.queued.where({ userId: findOwner(session) }).toArray(),
  ])
  const idOf = (url: string | null) => url?.split('/').at(-1)
  const kept = new Set(own.map(({ url }) => idOf(url)))
  return open.filter((url) => !kept.has(idOf(url)))
}

/** Deletes the uploads from the server, and sends the files that had no room. */
export async function dropElsewhere(
  queue: UploadQueue,
  session: SessionStore,
  urls: readonly string[],
): Promise<void> {
  const giveUp = makeGiveUp(() => session.find()?.token ?? null)
  for (const url of urls) await giveUp(url)
  for (const { id, isTooMany } of queue.find().uploads) if (isTooMany) await queue.retry(id)
}
