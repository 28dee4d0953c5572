import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** A queue of media files to delete. Their rows are already deleted. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('media_removals')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('queued_at', text, (col) => col.notNull())
    .execute()
}
