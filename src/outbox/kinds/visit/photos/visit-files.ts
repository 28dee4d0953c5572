import type { Change } from '#src/domain/change.ts'
import { listingOfVisits, visitFilesOf, visitOfFiles } from '#src/domain/visit/visit.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'
import { dropFile } from '../../posting/files/upload-files.ts'
import type { UploadQueue } from '../../posting/files/upload-queue.ts'
import type { PageUploads } from '../../posting/page-uploads.ts'
import { openVisitQueue } from './visit-queue.ts'

/** The name under which the photos of a queued visit are kept. */
export function filesOfChange({ entityId, action }: Pick<Change, 'entityId' | 'action'>): string {
  const visitId = 'visit' in action ? action.visit.id : ''
  return visitFilesOf(listingOfVisits(entityId), visitId)
}

/** Deletes the photos of a visit from the device, and from the server those that have not arrived there completely. */
export async function dropVisitFiles(
  uploads: PageUploads,
  change: Pick<Change, 'entityId' | 'action'>,
): Promise<void> {
  await dropFilesOf(openVisitQueue(uploads, filesOfChange(change)))
}

export async function dropFilesOf(
  queue: Pick<UploadQueue, 'load' | 'find' | 'remove'>,
): Promise<void> {
  await queue.load()
  for (const { id } of queue.find().uploads) await queue.remove(id)
}

/** Deletes photos that this device has had for `keptMs` at least, and that no visit in the outbox has. */
export function dropDraftFiles(
  { db }: Pick<PageUploads, 'db'>,
  { userId, changes, keptMs }: { userId: string; changes: readonly Change[]; keptMs: number },
): Promise<void> {
  const open = changes.filter(({ entity, state }) => entity === 'visit' && state !== 'acked')
  const queued = new Set(open.map(filesOfChange))
  const now = Date.now()
  const isForgotten = ({ listingId, addedAt }: QueuedUpload) =>
    visitOfFiles(listingId) !== null && !queued.has(listingId) && Math.abs(now - addedAt) >= keptMs // also if the clock was set back
  return openingLimitOf(db).orElse(undefined, async () => {
    const own = await db.queued.where({ userId }).toArray()
    for (const { id } of own.filter(isForgotten)) await dropFile(db, id)
  })
}
