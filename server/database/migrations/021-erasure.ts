import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Requested deletions of accounts, and a flag for the empty rows of erased accounts. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', text, (col) =>
      col.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('requested_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('is_consent_withdrawn', 'integer', (col) => col.notNull())
    .execute()
  await db.schema
    .createIndex('account_deletions_due')
    .on('account_deletions')
    .column('due_at')
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('is_erased', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  if (isPostgres(db)) await countByStatement(db)
  else await countByRow(db)
}

// The triggers of migration 007 count every account. From this migration on, they exclude erased accounts.

async function countByRow(db: Kysely<Tables>): Promise<void> {
  const add = (row: 'new' | 'old', amount: '1' | '-1') => `
    insert into user_totals select ${row}.role, ${amount} where ${row}.is_erased = 0
      on conflict (role) do update set users = users + excluded.users;`
  const work = {
    insert: add('new', '1'),
    delete: add('old', '-1'),
    update: add('old', '-1') + add('new', '1'),
  }
  for (const [verb, statements] of Object.entries(work)) {
    const name = sql.id(`user_totals_${verb}`)
    await sql`drop trigger ${name}`.execute(db)
    await sql`create trigger ${name} after ${sql.raw(verb)} on users
      begin ${sql.raw(statements)} end`.execute(db)
  }
}

async function countByStatement(db: Kysely<Tables>): Promise<void> {
  const add = (rows: 'added' | 'removed', sign: '' | '-') =>
    sql.raw(`insert into user_totals
      select role, ${sign}count(*) from ${rows} where is_erased = 0 group by role
      on conflict (role) do update set users = user_totals.users + excluded.users;`)
  await sql`create or replace function keep_user_totals() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${add('removed', '-')} end if;
    if tg_op <> 'DELETE' then ${add('added', '')} end if;
    return null; end $$`.execute(db)
}
