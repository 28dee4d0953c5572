import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Roles of the panel's accounts. The operator of earlier versions becomes the owner. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('staff')
    .addColumn('user_id', text, (col) =>
      col.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('role', text, (col) =>
      col.notNull().check(sql`role in ('owner', 'reviewer', 'loans', 'support', 'viewer')`),
    )
    .addColumn('suspended_at', text)
    .addColumn('last_active_at', text)
    .execute()
  await sql`insert into staff (user_id, role)
    select id, 'owner' from users where role = 'admin' order by created_at, id limit 1`.execute(db)
}
