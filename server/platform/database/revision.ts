import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { sendChangeNotice } from './change-notice-sql.ts'
import type { RevisionRow, Tables } from './schema.ts'

// A single counter for all list data. Each write increments it in its own transaction, and the row
// stays locked until the commit, also on PostgreSQL. So numbers become visible in order, and a reader
// that sees a number also sees all changes up to it. The epoch says to which history of the data a
// number belongs. The first write after a server start begins a new epoch: if a backup was restored
// before the start, the numbers after it identify other data than the same numbers did before.

const WIRE_FORMAT = 7 // increment it when a response format changes, or a 304 would confirm the old format
const REVISION_TOKEN = /^([0-9a-f]{12})-(\d{1,4}n?)-(\d{1,15})$/

/** Increments the counter. Call it only in the transaction that writes. */
export async function bumpRevision(trx: Kysely<Tables>): Promise<number> {
  const row = await trx
    .updateTable('revisions')
    .set({ value: sql<number>`value + 1` })
    .where('id', '=', 1)
    .returning(['value', 'epoch', 'is_run_new'])
    .executeTakeFirstOrThrow()
  if (row.is_run_new === 1) await endEpoch(trx, row.epoch, row.value - 1)
  await sendChangeNotice(trx)
  return row.value
}

/**
 * Makes the next write begin a new epoch. Call it when a server opens its data, before the first
 * write.
 */
export async function beginRun(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('revisions').set({ is_run_new: 1 }).where('id', '=', 1).execute()
}

/** The ETag of the current state. Read it before the data that it tags. */
export async function getRevisionTag(db: Kysely<Tables>, fields: FieldSet): Promise<string> {
  return toTag(await getRevision(db), fields)
}

export function getRevision(db: Kysely<Tables>): Promise<RevisionRow> {
  return db.selectFrom('revisions').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

export function toTag(revision: RevisionRow, fields: FieldSet): string {
  return `W/"${toRevisionToken(revision, fields)}"`
}

/** The ETag of a part of a list: the whole list of the same revision has other rows. */
export function toShareTag(revision: RevisionRow, fields: FieldSet): string {
  const { epoch, value } = revision
  return `W/"${epoch}-${formatOf(fields)}s-${value}"`
}

/**
 * Encodes a revision as a token that clients store and send back. The token also names the fields that the
 * client may see, so that a client cannot reuse its stored rows after a change of its permissions.
 */
export function toRevisionToken({ epoch, value }: RevisionRow, fields: FieldSet): string {
  return `${epoch}-${formatOf(fields)}-${value}`
}

function formatOf(fields: FieldSet): string {
  return fields === 'all' ? String(WIRE_FORMAT) : `${WIRE_FORMAT}n`
}

/**
 * Decodes the number in a token. Returns 'unreadable' for text that `toRevisionToken` cannot
 * produce, and null for an unknown epoch, a number that the epoch never reached, another wire
 * format or other fields.
 */
export async function findRevisionOfToken(
  db: Kysely<Tables>,
  revisionToken: string,
  now: RevisionRow,
  fields: FieldSet,
): Promise<number | 'unreadable' | null> {
  const [, epoch, format, value] = REVISION_TOKEN.exec(revisionToken) ?? []
  if (epoch === undefined) return 'unreadable'
  if (format !== formatOf(fields)) return null
  const last = epoch === now.epoch ? now.value : await findLastValue(db, epoch)
  return last !== null && Number(value) <= last ? Number(value) : null
}

/** Sets the revision up to which the log of changes may be deleted, and forgets epochs that ended before it. */
export async function setHorizon(trx: Kysely<Tables>, horizon: number): Promise<void> {
  await trx.updateTable('revisions').set({ horizon }).where('id', '=', 1).execute()
  await trx.deleteFrom('ended_epochs').where('last_value', '<', horizon).execute()
}

async function endEpoch(trx: Kysely<Tables>, ended: string, lastValue: number): Promise<void> {
  await trx.insertInto('ended_epochs').values({ epoch: ended, last_value: lastValue }).execute()
  const epoch = randomBytes(6).toString('hex')
  await trx.updateTable('revisions').set({ epoch, is_run_new: 0 }).where('id', '=', 1).execute()
}

async function findLastValue(db: Kysely<Tables>, epoch: string): Promise<number | null> {
  const row = await db
    .selectFrom('ended_epochs')
    .select('last_value')
    .where('epoch', '=', epoch)
    .executeTakeFirst()
  return row?.last_value ?? null
}
