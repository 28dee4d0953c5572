import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/database/column-types.ts'
import { rebuildTable } from '#server/database/rebuilt-table.ts'
import { beginRun, bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'

const DAY_MS = 86_400_000 // time limit for verifying a registration

/**
 * Columns that lose their foreign key to `users`: the owner may now also be a registration, which
 * becomes an account with the same id.
 */
const OWNED = [
  ['sessions', 'user_id'],
  ['events', 'owner_id'],
  ['receipts', 'user_id'],
] as const

export async function up(db: Kysely<Tables>): Promise<void> {
  await createRegistrations(db)
  await createCodes(db)
  for (const [table, column] of OWNED) await dropReference(db, table, column)
  await moveUnverified(db)
}

async function createRegistrations(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('registrations')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('email', text, (col) => col.notNull())
    .addColumn('full_name', text)
    .addColumn('phone_number', text)
    .addColumn('password_hash', text, (col) => col.notNull())
    .addColumn('adult_stated_at', text)
    .addColumn('consent_policy', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('registrations_email')
    .on('registrations')
    .columns(['email', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('registrations_expiry')
    .on('registrations')
    .column('expires_at')
    .execute()
}

/**
 * Pending codes cannot be migrated, because their owner is stored as a hash. They expire within
 * five minutes anyway.
 */
async function createCodes(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema.dropTable('codes').execute()
  await schema
    .createTable('codes')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('registration_id', text, (col) =>
      col.notNull().references('registrations.id').onDelete('cascade'),
    )
    .addColumn('mac', text, (col) => col.notNull())
    .addColumn('wrong_tries', 'integer', (col) => col.notNull().check(sql`wrong_tries >= 0`))
    .addColumn('mail_failed', 'integer', (col) => col.notNull().check(sql`mail_failed in (0, 1)`))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .addColumn('superseded_at', text)
    .execute()
  await schema
    .createIndex('codes_newest')
    .unique()
    .on('codes')
    .column('registration_id')
    .where(sql.ref('superseded_at'), 'is', null)
    .execute()
  await schema
    .createIndex('codes_registration')
    .on('codes')
    .columns(['registration_id', 'created_at'])
    .execute()
}

async function dropReference(db: Kysely<Tables>, table: string, column: string): Promise<void> {
  if (isPostgres(db)) {
    await db.schema.alterTable(table).dropConstraint(`${table}_${column}_fkey`).execute()
    return
  }
  await rebuildTable(db, table, [' references "users" ("id")', ''])
}

/**
 * Turns registered accounts with an unverified address into registrations that expire in a day.
 * Keeps accounts with listings, payments, loans or audit entries, and members who never had a
 * password.
 */
async function moveUnverified(db: Kysely<Tables>): Promise<void> {
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
  const moved = await sql`insert into registrations (id, email, full_name, phone_number,
      password_hash, adult_stated_at, consent_policy, created_at, expires_at)
    select id, email, full_name, phone_number,
      password_hash, adult_stated_at, consent_policy, created_at, ${expiresAt} from users
    where role = 'user' and verified = 0 and password_hash is not null
      and not exists (select 1 from listings where owner_id = users.id)
      and not exists (select 1 from transactions where user_id = users.id)
      and not exists (select 1 from loans where user_id = users.id)
      and not exists (select 1 from audit_log where actor_id = users.id)`.execute(db)
  if (moved.numAffectedRows === 0n) return
  const ids = db.selectFrom('registrations').select('id')
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('user_id', 'in', ids)
    .where('expires_at', '>', expiresAt)
    .execute()
  await db.deleteFrom('member_words').where('id', 'in', ids).execute()
  await db.deleteFrom('users').where('id', 'in', ids).execute()
  // A new revision makes clients refetch the list of users. A new epoch is needed too: if this database is a
  // restored backup, the next revision number may already have identified other data.
  await beginRun(db)
  await bumpRevision(db)
}
