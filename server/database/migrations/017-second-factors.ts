import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Authenticator apps, recovery codes, and sign-ins that still need their second factor. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('totp_secrets')
    .addColumn('user_id', text, (col) =>
      col.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('sealed', text, (col) => col.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('last_step', 'integer', (col) => col.notNull())
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('mac', text, (col) => col.primaryKey().check(sql`length(mac) = 64`))
    .addColumn('user_id', text, (col) => col.notNull().references('users.id').onDelete('cascade'))
    .execute()
  await schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute()
  await schema
    .createTable('sign_in_challenges')
    .addColumn('token_hash', text, (col) => col.primaryKey().check(sql`length(token_hash) = 64`))
    .addColumn('user_id', text, (col) => col.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credentials_mac', text, (col) => col.notNull())
    .addColumn('wrong_tries', 'integer', (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('sign_in_challenges_user')
    .on('sign_in_challenges')
    .column('user_id')
    .execute()
}
