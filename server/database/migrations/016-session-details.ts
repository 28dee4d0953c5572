import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Last use, network and last identity check of sessions; new e-mail addresses that are not verified yet. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const { schema } = db
  // SQLite adds one column at a time.
  for (const column of ['last_seen_at', 'network', 'confirmed_at'])
    await schema.alterTable('sessions').addColumn(column, text).execute()
  // Without this value, every staff session would count as idle after the update.
  await sql`update sessions set last_seen_at =
    (select last_active_at from staff where staff.user_id = sessions.user_id)`.execute(db)
  await schema
    .createTable('email_changes')
    .addColumn('user_id', text, (col) =>
      col.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('id', text, (col) => col.notNull())
    .addColumn('email', text, (col) => col.notNull())
    .addColumn('mac', text, (col) => col.notNull())
    .addColumn('wrong_tries', 'integer', (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .execute()
}
