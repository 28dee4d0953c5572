import type { Change } from '#src/domain/change.ts'
import { listingOfVisits, visitFilesOf, visitOfFiles } from '#src/domain/visit/visit.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { UploadsDatabase } from '#src/storage/uploads-database.ts'
import { dropFile } from '../../posting/files/upload-files.ts'
import { openVisitQueue } from './visit-queue.ts'

const DAY_MS = 86_400_000
/** How long this device keeps photos that no visit in the outbox has: a draft in a tab may still have them. */
const DRAFT_DAYS = 7

/** The name under which the photos of a queued visit are kept. */
export function filesOfChange({ entityId, action }: Pick<Change, 'entityId' | 'action'>): string {
  const visitId = 'visit' in action ? action.visit.id : ''
  return visitFilesOf(listingOfVisits(entityId), visitId)
}

/** Deletes the photos of a visit from the device, and from the server those that have not arrived there completely. */
export async function dropVisitFiles(
  session: SessionStore,
  change: Pick<Change, 'entityId' | 'action'>,
): Promise<void> {
  await dropFilesOf(session, filesOfChange(change))
}

export async function dropFilesOf(session: SessionStore, name: string): Promise<void> {
  const queue = openVisitQueue(session, name)
  await queue.load()
  for (const { id } of queue.find().uploads) await queue.remove(id)
}

/** Deletes photos of visits that were begun long ago, and neither saved nor discarded. */
export function dropForgottenFiles(
  db: UploadsDatabase,
  { userId, changes, now }: { userId: string; changes: readonly Change[]; now: number },
): Promise<void> {
  const queued = new Set(changes.filter(({ entity }) => entity === 'visit').map(filesOfChange))
  const isForgotten = ({ listingId, addedAt }: { listingId: string; addedAt: number }) =>
    visitOfFiles(listingId) !== null &&
    !queued.has(listingId) &&
    Math.abs(now - addedAt) > DRAFT_DAYS * DAY_MS // also if the clock was set back
  return openingLimitOf(db).orElse(undefined, async () => {
    const own = await db.queued.where({ userId }).toArray()
    for (const { id } of own.filter(isForgotten)) await dropFile(db, id)
  })
}
