import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** What a file has besides its rows. Of older files, only the names of the columns are known, which were in row 1. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const known = {
    sheet: null,
    otherSheets: [],
    rows: 0,
    hiddenRows: 0,
    blankRows: 0,
    hiddenColumns: [],
    merges: [],
    namesRow: { row: 1, isSure: true },
  }
  await db.schema
    .alterTable('imports')
    .addColumn('names_row', 'integer', (col) => col.defaultTo(1))
    .execute()
  await db.schema
    .alterTable('imports')
    .addColumn('facts', textType(db), (col) => col.notNull().defaultTo(JSON.stringify(known)))
    .execute()
}
