import type { Kysely } from 'kysely'
import {
  findLastRemovalUpTo,
  listRemovedIds,
  removeChangesUpTo,
} from '#server/listings/changes/listing-change-repository.ts'
import {
  listChangedListings,
  listChangedPositions,
} from '#server/listings/changes/listing-repository.ts'
import {
  findRevisionOfToken,
  getRevision,
  setHorizon,
  toRevisionToken,
  toShareTag,
  toTag,
} from '#server/platform/database/revision.ts'
import type { RevisionRow, Tables } from '#server/platform/database/schema.ts'
import type { ListChanges } from '#server/platform/http/calls/list-cache.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { PartOf } from '#src/domain/listing/device-share.ts'
import { IDEMPOTENCY_DAYS } from '#src/domain/retention.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { toWireListing } from './listing-wire.ts'

// Changes since a cursor: whole rows, and the ids of deleted listings. A client that applies every
// response to its copy has the whole list. If a client could miss a change, it gets a 410 and must
// fetch the whole list.

const MOST_POSITIONS = 500 // changed listings; each is compared with each chunk of a whole list
const MOST_ROWS = 2_000 // beyond this, sending the whole list in chunks is cheaper
const DAY_MS = 86_400_000
const CHANGE_RETENTION_MS = IDEMPOTENCY_DAYS * DAY_MS

/**
 * Changes since a cursor, from one snapshot; for a device with a share also the whole of which that is a part. @throws
 * ServerError 400 (not a cursor), 410 (fetch the whole list)
 */
export function readDelta(
  db: Kysely<Tables>,
  cursor: string,
  fields: FieldSet,
  findWhole?: (trx: Kysely<Tables>) => Promise<PartOf | null>,
) {
  return readSnapshot(db, async (trx) => {
    const now = await getRevision(trx)
    const since = await findReportableRevision(trx, cursor, now, fields)
    if (since === 'unreadable')
      throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
    if (since === null) throw expired()
    const rows = await listChangedListings(trx, since, MOST_ROWS + 1)
    const removed = await listRemovedIds(trx, since, MOST_ROWS + 1)
    if (rows.length > MOST_ROWS || removed.length > MOST_ROWS) throw expired()
    const partOf = (await findWhole?.(trx)) ?? null
    const body = {
      success: true,
      data: rows.map((row) => toWireListing(row, fields)),
      removed,
      meta: { cursor: toRevisionToken(now, fields), ...(partOf && { partOf }) },
    }
    return { etag: partOf ? toShareTag(now, fields) : toTag(now, fields), body }
  })
}

/** Changes of the whole list since a revision token; null if they are unknown or too many. */
export function findChanges(
  db: Kysely<Tables>,
  revisionToken: string,
  fields: FieldSet,
): Promise<ListChanges | null> {
  return readSnapshot(db, async (trx) => {
    const since = await findReportableRevision(trx, revisionToken, await getRevision(trx), fields)
    if (since === null || since === 'unreadable') return null
    const positions = await listChangedPositions(trx, since, MOST_POSITIONS + 1)
    const removedIds = new Set(await listRemovedIds(trx, since, MOST_ROWS + 1))
    const isTooMuch = positions.length > MOST_POSITIONS || removedIds.size > MOST_ROWS
    return isTooMuch ? null : { positions, removedIds }
  })
}

function readSnapshot<T>(
  db: Kysely<Tables>,
  read: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read)
}

/**
 * Deletes changes from the log after their retention period, and stores the revision up to which removals are no longer
 * known.
 */
export async function forgetOldChanges(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - CHANGE_RETENTION_MS).toISOString()
  await db.transaction().execute(async (trx) => {
    const last = await findLastRemovalUpTo(trx, before)
    await removeChangesUpTo(trx, before)
    if (last !== null) await setHorizon(trx, last)
  })
}

/** The revision of a token; 'unreadable' for other text, null if changes since then may no longer be known. */
async function findReportableRevision(
  trx: Kysely<Tables>,
  revisionToken: string,
  now: RevisionRow,
  fields: FieldSet,
) {
  const since = await findRevisionOfToken(trx, revisionToken, now, fields)
  return typeof since === 'number' && since < now.horizon ? null : since
}

function expired(): ServerError {
  const sentence = 'What changed since then can no longer be told. Ask for the whole list.'
  return new ServerError(410, 'cursor-expired', sentence)
}
