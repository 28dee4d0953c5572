import type { Kysely } from 'kysely'
import { findMarked, getRevision, setHorizon, toMark, toTag } from '#server/database/revision.ts'
import type { RevisionRow, Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/server-error.ts'
import { listChangedListings } from './listing-repository.ts'
import { toWireListing } from './listing-wire.ts'
import {
  findLastRemovedBefore,
  forgetRemoved,
  listRemovedIds,
} from './removed-listing-repository.ts'

// What changed since a cursor: whole rows and the ids of what is gone. A reader who applies every answer to its copy has
// the whole list, whenever it asks; one who could miss something is sent back to the whole list by a 410.

const MOST_ROWS = 2_000 // beyond it the whole list is the cheaper answer: it goes out in pieces
const DAY_MS = 86_400_000
const REMOVED_KEPT_MS = 180 * DAY_MS // as long as receipts: a phone may lie in a drawer for months

/** What has changed since, from one snapshot. @throws ServerError 400 (not a cursor), 410 (ask for the whole list) */
export function readDelta(db: Kysely<Tables>, cursor: string) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const now = await getRevision(trx)
      const since = await requireRevision(trx, cursor, now)
      const rows = await listChangedListings(trx, since, MOST_ROWS + 1)
      const removed = await listRemovedIds(trx, since, MOST_ROWS + 1)
      if (rows.length > MOST_ROWS || removed.length > MOST_ROWS) throw expired()
      const body = {
        success: true,
        data: rows.map(toWireListing),
        removed,
        meta: { cursor: toMark(now) },
      }
      return { etag: toTag(now), body }
    })
}

/** Forgets the ids of what was deleted long ago, and remembers up to where nobody can be told any more. */
export async function forgetOldRemovals(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REMOVED_KEPT_MS).toISOString()
  if ((await findLastRemovedBefore(db, before)) === null) return
  await db.transaction().execute(async (trx) => {
    const last = await findLastRemovedBefore(trx, before)
    if (last === null) return
    await forgetRemoved(trx, last)
    await setHorizon(trx, last)
  })
}

async function requireRevision(
  trx: Kysely<Tables>,
  cursor: string,
  now: RevisionRow,
): Promise<number> {
  const since = await findMarked(trx, cursor, now)
  if (since === 'unreadable')
    throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
  if (since === null || since < now.horizon) throw expired()
  return since
}

function expired(): ServerError {
  const sentence = 'What changed since then can no longer be told. Ask for the whole list.'
  return new ServerError(410, 'cursor-expired', sentence)
}
