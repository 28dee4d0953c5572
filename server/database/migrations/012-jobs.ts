import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('jobs')
    .addColumn('name', text, (col) => col.primaryKey())
    .addColumn('lease_holder', text)
    .addColumn('leased_until', text)
    .addColumn('done_at', text)
    .execute()
}
