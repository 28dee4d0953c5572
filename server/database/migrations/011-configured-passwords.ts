import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('configured_passwords')
    .addColumn('user_id', text, (col) =>
      col.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('password_hash', text, (col) => col.notNull())
    .execute()
}
