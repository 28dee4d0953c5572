import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

// One counter for everything a list shows. It moves in the transaction of the write, so that whoever sees a number
// sees everything up to it.

const WIRE_FORMAT = 1 // raise it when an answer's shape changes, or a client keeps the old shape on a 304

/** Moves the counter; only within the transaction that writes. */
export async function bumpRevision(trx: Kysely<Tables>): Promise<number> {
  const row = await trx
    .updateTable('revisions')
    .set({ value: sql<number>`value + 1` })
    .where('id', '=', 1)
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

/** The tag of everything as it stands now; read it before what it tags. */
export async function getRevisionTag(db: Kysely<Tables>): Promise<string> {
  const row = await db
    .selectFrom('revisions')
    .select(['epoch', 'value'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return `W/"${row.epoch}-${WIRE_FORMAT}-${row.value}"`
}
