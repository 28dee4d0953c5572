import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** The last restore of a backup, until an owner has looked at what it may have brought back. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('restores')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('restored_at', text, (col) => col.notNull())
    .addColumn('backup', text)
    .addColumn('is_logged', 'integer', (col) => col.notNull().check(sql`is_logged in (0, 1)`))
    .execute()
}
