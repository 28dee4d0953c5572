// Finds files of photos and videos that no row names: a killed process, or an erasure while files were being stored, may
// leave them, and they are public. They are deleted through the queue of removals.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { UPLOAD_HOURS } from '#src/domain/retention.ts'
import { queueMediaRemoval } from './media-removal-queue-service.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 500 // ids per statement
/** More unnamed files than named ones are a database that does not belong to this store: nothing is deleted. */
const LEAST_SUSPICIOUS = 100

/** Queues the files that no row has named for a day. */
export async function queueUnnamedMedia(
  { db, write, mediaStore, log }: Pick<AppDeps, 'db' | 'write' | 'log'> & MediaDeps,
  now: Date,
): Promise<void> {
  const before = now.getTime() - UPLOAD_HOURS * HOUR_MS
  const old = new Set<string>()
  for await (const { mediaId, modifiedAt } of mediaStore.list())
    if (modifiedAt.getTime() < before) old.add(mediaId)
  const unnamed = await listUnnamed(db, [...old])
  const count = unnamed.length
  if (count > Math.max(LEAST_SUSPICIOUS, old.size - count)) {
    log.error(
      { count },
      'most files of the media store are in no row of this database; none was deleted',
    )
    return
  }
  if (count > 0) await write((trx) => queueMediaRemoval(trx, unnamed, now))
}

async function listUnnamed(db: Kysely<Tables>, ids: readonly string[]): Promise<string[]> {
  const unnamed: string[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const named = new Set<string>()
    for (const table of ['media', 'uploads', 'visit_photos'] as const) {
      const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute()
      for (const { id } of rows) named.add(id)
    }
    unnamed.push(...some.filter((id) => !named.has(id)))
  }
  return unnamed
}
