import type { Kysely } from 'kysely'
import type { ExportRow } from '#server/platform/database/rows/export-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertExport(trx: Kysely<Tables>, row: ExportRow): Promise<void> {
  await trx.insertInto('exports').values(row).execute()
}

/** Null once it is older than `since`. */
export async function findExport(
  db: Kysely<Tables>,
  id: string,
  since: string,
): Promise<ExportRow | null> {
  const found = await db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return found ?? null
}

/** The exports of a person or, without one, of all; the newest first. */
export function listExports(
  db: Kysely<Tables>,
  { userId, since, most }: { userId: string | null; since: string; most: number },
) {
  const query = db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.user_id')
    .selectAll('exports')
    .select('users.full_name as madeBy')
    .where('exports.created_at', '>', since)
    .orderBy('exports.created_at', 'desc')
    .orderBy('exports.id', 'desc')
    .limit(most)
  return (userId === null ? query : query.where('exports.user_id', '=', userId)).execute()
}

export type ListedExport = Awaited<ReturnType<typeof listExports>>[number]

/** Changes an export that is being made. Returns false if it is gone. */
export async function setRunningExport(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<Omit<ExportRow, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('exports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function countRunningExports(trx: Kysely<Tables>, userId: string): Promise<number> {
  const { running } = await trx
    .selectFrom('exports')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(running)
}

export async function removeExports(trx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('exports').where('id', 'in', ids).execute()
}

/** The ids of the exports that were asked for by then. */
export async function listExportsUntil(db: Kysely<Tables>, until: string): Promise<string[]> {
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('created_at', '<=', until)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listExportsOf(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('exports').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** Which of the files belong to a ready export. */
export async function listReadyFiles(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('exports')
    .select('file')
    .where('file', 'is not', null)
    .$narrowType<{ file: string }>()
    .execute()
  return new Set(rows.map(({ file }) => file))
}
