import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Single-use links: invitations and password resets. An account has at most one open link of each kind. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('links')
    .addColumn('token_hash', text, (col) =>
      col.primaryKey().check(sql`length(${sql.ref('token_hash')}) = 64`),
    )
    .addColumn('kind', text, (col) => col.notNull().check(sql`kind in ('invitation', 'reset')`))
    // No foreign key: the account of an invitation does not exist yet.
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('email', text, (col) => col.notNull())
    .addColumn('role', text)
    .addColumn('invited_by', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .addColumn('ended_at', text)
    .addColumn('end_reason', text, (col) =>
      col.check(sql`end_reason in ('used', 'replaced', 'revoked')`),
    )
    .execute()
  await schema
    .createIndex('links_open')
    .unique()
    .on('links')
    .columns(['kind', 'account_id'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await schema.createIndex('links_email').on('links').columns(['kind', 'email']).execute()
  await schema.createIndex('links_expiry').on('links').column('expires_at').execute()
}
