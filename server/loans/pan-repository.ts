import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

// `pan_number` dates from versions without encryption, and holds their plain PANs. The encryption
// replaces a plain PAN by WIPE_DUE: the row has no PAN any more, but the database's file may still
// contain its old text. When that text is wiped, the column becomes null.

const WIPE_DUE = ''
const CHUNK = 500

/** A chunk of the unencrypted PAN numbers. */
export async function listPlainPans(db: Kysely<Tables>): Promise<{ id: string; pan: string }[]> {
  const rows = await db
    .selectFrom('loans')
    .select(['id', 'pan_number'])
    .where('pan_number', '<>', WIPE_DUE)
    .limit(CHUNK)
    .execute()
  return rows.map(({ id, pan_number: pan }) => ({ id, pan: pan ?? '' }))
}

export async function setPanSealed(trx: Kysely<Tables>, id: string, sealed: string): Promise<void> {
  await trx
    .updateTable('loans')
    .set({ pan_sealed: sealed, pan_number: WIPE_DUE })
    .where('id', '=', id)
    .execute()
}

export async function hasWipesDue(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom('loans')
    .select('id')
    .where('pan_number', '=', WIPE_DUE)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setWiped(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('loans')
    .set({ pan_number: null })
    .where('pan_number', '=', WIPE_DUE)
    .execute()
}

/** Any encrypted value; null if there is none. */
export async function findSealedPan(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('loans')
    .select('pan_sealed')
    .where('pan_sealed', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.pan_sealed ?? null
}

/** A chunk of the encrypted values that do not have this prefix. */
export async function listPansSealedOtherwise(
  db: Kysely<Tables>,
  prefix: string,
): Promise<{ id: string; sealed: string }[]> {
  const rows = await fromSealedOtherwise(db, prefix)
    .select(['id', 'pan_sealed'])
    .limit(CHUNK)
    .execute()
  return rows.map(({ id, pan_sealed: sealed }) => ({ id, sealed: sealed ?? '' }))
}

export async function countPansSealedOtherwise(
  db: Kysely<Tables>,
  prefix: string,
): Promise<number> {
  const { count } = await fromSealedOtherwise(db, prefix)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function fromSealedOtherwise(db: Kysely<Tables>, prefix: string) {
  return db
    .selectFrom('loans')
    .where('pan_sealed', 'is not', null)
    .where(sql`substr(pan_sealed, 1, ${sql.lit(prefix.length)})`, '<>', prefix)
}
