import type { Kysely } from 'kysely'
import type { ImportChunkRow, ImportRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const LISTED = 20 // the newest files; a file is deleted IMPORT_DAYS after its upload

function selectListed(db: Kysely<Tables>) {
  return db
    .selectFrom('imports')
    .leftJoin('users as business', 'business.id', 'imports.owner_id')
    .leftJoin('users as creator', 'creator.id', 'imports.created_by')
    .selectAll('imports')
    .select(['business.full_name as businessName', 'creator.full_name as creatorName'])
}

/** Newest first, without files that are still being received. */
export function listImports(db: Kysely<Tables>) {
  return selectListed(db)
    .where('imports.state', '!=', 'reading')
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(LISTED)
    .execute()
}
export type ListedImport = Awaited<ReturnType<typeof listImports>>[number]

/** A file that was received completely. */
export function findImport(db: Kysely<Tables>, id: string): Promise<ListedImport | undefined> {
  return selectListed(db)
    .where('imports.id', '=', id)
    .where('imports.state', '!=', 'reading')
    .executeTakeFirst()
}

/** A file whose import was started and is not done. */
export function findRunning(db: Kysely<Tables>, id: string): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

/** Counts files whose import is not done, including files that are being received. */
export async function countOpenImports(db: Kysely<Tables>): Promise<number> {
  const { files } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('state', '!=', 'done')
    .executeTakeFirstOrThrow()
  return Number(files)
}

export async function insertImport(trx: Kysely<Tables>, row: ImportRow): Promise<void> {
  await trx.insertInto('imports').values(row).execute()
}

/** Changes a file if it is in this state. Returns false if it is in another state or deleted. */
export async function setImport(
  db: Kysely<Tables>,
  { id, state }: Pick<ImportRow, 'id' | 'state'>,
  change: Partial<ImportRow>,
): Promise<boolean> {
  const set = await db
    .updateTable('imports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return set !== undefined
}

/** Deletes a file with its rows. Returns false if it is being imported or does not exist. */
export async function removeImport(db: Kysely<Tables>, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Deletes files in one of these states whose upload began at `until` or before. */
export async function removeImportsBefore(
  db: Kysely<Tables>,
  states: readonly ImportRow['state'][],
  until: string,
): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('state', 'in', states)
    .where('created_at', '<=', until)
    .execute()
}

export async function insertChunk(db: Kysely<Tables>, chunk: ImportChunkRow): Promise<void> {
  await db.insertInto('import_chunks').values(chunk).execute()
}

/** The chunk at this position, or the next one after it. */
export function findChunk(
  db: Kysely<Tables>,
  importId: string,
  position: number,
): Promise<ImportChunkRow | undefined> {
  return db
    .selectFrom('import_chunks')
    .selectAll()
    .where('import_id', '=', importId)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

export async function setChunkRefused(
  trx: Kysely<Tables>,
  { import_id, position }: ImportChunkRow,
  refused: string,
): Promise<void> {
  await trx
    .updateTable('import_chunks')
    .set({ refused })
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute()
}

/** Deletes the rows of an imported file, except chunks that have refused rows. */
export async function removeImportedChunks(trx: Kysely<Tables>, importId: string): Promise<void> {
  await trx
    .deleteFrom('import_chunks')
    .where('import_id', '=', importId)
    .where('refused', 'is', null)
    .execute()
}
