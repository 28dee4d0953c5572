import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Passkeys, the challenges of their ceremonies, and which roles need a second factor. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('passkeys')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', text, (col) => col.notNull().unique())
    .addColumn('public_key', text, (col) => col.notNull())
    .addColumn('counter', 'bigint', (col) => col.notNull())
    .addColumn('transports', text, (col) => col.notNull())
    .addColumn('is_backed_up', 'integer', (col) => col.notNull().check(sql`is_backed_up in (0, 1)`))
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('last_used_at', text)
    .execute()
  await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await schema
    .createTable('passkey_challenges')
    .addColumn('challenge_hash', text, (col) =>
      col.primaryKey().check(sql`length(challenge_hash) = 64`),
    )
    .addColumn('purpose', text, (col) => col.notNull())
    // Null for a sign-in, which finds the account by its passkey.
    .addColumn('user_id', text, (col) => col.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', text, (col) => col.notNull())
    .execute()
  for (const column of ['user_id', 'expires_at'])
    await schema
      .createIndex(`passkey_challenges_${column}`)
      .on('passkey_challenges')
      .column(column)
      .execute()
  await schema
    .createTable('factor_rules')
    .addColumn('role', text, (col) => col.primaryKey())
    .addColumn('is_required', 'integer', (col) => col.notNull().check(sql`is_required in (0, 1)`))
    .execute()
}
