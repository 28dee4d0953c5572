import type { Kysely } from 'kysely'
import { isPostgres } from '#server/database/column-types.ts'
import { rebuildTable } from '#server/database/rebuilt-table.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * An e-mail address may have one account of each role, no longer only one in total. A device has
 * one token for all accounts that it signs in to.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) {
    await db.schema.alterTable('users').dropConstraint('users_email_key').execute()
    await db.schema.alterTable('known_devices').dropConstraint('known_devices_pkey').execute()
  } else {
    await rebuildTable(db, 'users', ['"email" text not null unique', '"email" text not null'])
    await rebuildTable(db, 'known_devices', [' primary key', ' not null'])
  }
  const { schema } = db
  await schema.createIndex('users_email').unique().on('users').columns(['email', 'role']).execute()
  await schema
    .createIndex('known_devices_token')
    .unique()
    .on('known_devices')
    .columns(['token_hash', 'user_id'])
    .execute()
}
