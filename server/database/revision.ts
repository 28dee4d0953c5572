import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { RevisionRow, Tables } from './schema.ts'

// One counter for everything a list shows. It moves in the transaction of the write and its row is locked until that
// commits, on PostgreSQL too: numbers become visible in their order, and whoever sees one sees everything up to it.
// The epoch tells histories apart. The first write of a server's run begins a new one, for a backup may have been put
// back before it: the same number would then stand for another past.

const WIRE_FORMAT = 3 // raise it when an answer's shape changes, or a client keeps the old shape on a 304
const MARK = /^([0-9a-f]{12})-(\d{1,4})-(\d{1,15})$/

/** Moves the counter; only within the transaction that writes. */
export async function bumpRevision(trx: Kysely<Tables>): Promise<number> {
  const row = await trx
    .updateTable('revisions')
    .set({ value: sql<number>`value + 1` })
    .where('id', '=', 1)
    .returning(['value', 'epoch', 'is_run_new'])
    .executeTakeFirstOrThrow()
  if (row.is_run_new === 1) await endEpoch(trx, row.epoch, row.value - 1)
  return row.value
}

/** Called when a server opens its data, before its first write. */
export async function beginRun(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('revisions').set({ is_run_new: 1 }).where('id', '=', 1).execute()
}

/** The tag of everything as it stands now; read it before what it tags. */
export async function getRevisionTag(db: Kysely<Tables>): Promise<string> {
  return toTag(await getRevision(db))
}

export function getRevision(db: Kysely<Tables>): Promise<RevisionRow> {
  return db.selectFrom('revisions').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

export function toTag(revision: RevisionRow): string {
  return `W/"${toMark(revision)}"`
}

/** A revision in a word that a client keeps and shows again. */
export function toMark({ epoch, value }: RevisionRow): string {
  return `${epoch}-${WIRE_FORMAT}-${value}`
}

/**
 * The number behind a mark. 'unreadable' when it is not a word of `toMark`; null when the past that it stands for is not
 * this database's, or when rows looked different on the wire then.
 */
export async function findMarked(
  db: Kysely<Tables>,
  mark: string,
  now: RevisionRow,
): Promise<number | 'unreadable' | null> {
  const [, epoch, format, value] = MARK.exec(mark) ?? []
  if (epoch === undefined) return 'unreadable'
  if (Number(format) !== WIRE_FORMAT) return null
  const last = epoch === now.epoch ? now.value : await findLastValue(db, epoch)
  return last !== null && Number(value) <= last ? Number(value) : null
}

/** From here on nobody can be told what was removed up to this revision. */
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
