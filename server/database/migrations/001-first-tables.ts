import { randomBytes } from 'node:crypto'
import { type Kysely, type SchemaModule, sql } from 'kysely'
import { isPostgres, risingKey, type TextType, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  await createPeople(db.schema, textType(db))
  await createListings(db.schema, textType(db))
  await createMoney(db.schema, textType(db))
  await createIdempotencyRecords(db.schema, textType(db))
  await createAuditLog(db)
  await createRevisions(db)
}

async function createPeople(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('full_name', text)
    .addColumn('email', text, (col) => col.notNull().unique())
    .addColumn('phone_number', text)
    .addColumn('picture_url', text)
    .addColumn('role', text, (col) => col.notNull().check(sql`role in ('user', 'admin')`))
    .addColumn('verified', 'integer', (col) => col.notNull().check(sql`verified in (0, 1)`))
    .addColumn('password_hash', text)
    .addColumn('has_short_password', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('created_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createTable('sessions')
    .addColumn('token_hash', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('device_label', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .addColumn('revoked_at', text)
    .execute()
  await schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await schema
    .createTable('attempts')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('subject', text, (col) => col.notNull())
    .addColumn('address', text)
    .addColumn('at', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('attempts_subject')
    .on('attempts')
    .columns(['kind', 'subject', 'at'])
    .execute()
  await schema
    .createIndex('attempts_address')
    .on('attempts')
    .columns(['kind', 'address', 'at'])
    .execute()
}

async function createListings(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('listings')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('name', text)
    .addColumn('property_type', text, (col) => col.notNull())
    .addColumn('sale_type', text, (col) => col.notNull())
    .addColumn('bhk', text)
    .addColumn('city', text, (col) => col.notNull())
    .addColumn('pincode', text, (col) => col.notNull())
    .addColumn('furnishing', text)
    .addColumn('price_paise', 'bigint', (col) => col.check(sql`price_paise >= 0`))
    .addColumn('rent_paise', 'bigint', (col) => col.check(sql`rent_paise >= 0`))
    .addColumn('status', text, (col) =>
      col.check(sql`status in ('pending', 'approved', 'rejected')`),
    )
    .addColumn('video_url', text)
    .addColumn('poster_url', text)
    .addColumn('starting_bid_paise', 'bigint', (col) => col.check(sql`starting_bid_paise >= 0`))
    .addColumn('auction_ends_at', text)
    .addColumn('boosted_until', text)
    .addColumn('version', 'integer', (col) => col.notNull().check(sql`version >= 1`))
    .addColumn('revision', 'bigint', (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('updated_at', text, (col) => col.notNull())
    .execute()
  const indexes = {
    listings_newest: ['created_at', 'id'],
    listings_owner: ['owner_id', 'created_at'],
    listings_decided: ['status', 'updated_at'],
    listings_boosted: ['boosted_until'],
    listings_revision: ['revision'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await schema.createIndex(name).on('listings').columns(columns).execute()
  await schema
    .createTable('removed_listings')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('revision', 'bigint', (col) => col.notNull())
    .addColumn('removed_at', text, (col) => col.notNull())
    .execute()
}

async function createMoney(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('transactions')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('plan_type', text, (col) => col.notNull())
    .addColumn('plan_category', text, (col) => col.notNull())
    .addColumn('amount_paise', 'bigint', (col) => col.notNull().check(sql`amount_paise >= 0`))
    .addColumn('refunded_paise', 'bigint', (col) =>
      col.notNull().check(sql`refunded_paise >= 0 and refunded_paise <= amount_paise`),
    )
    .addColumn('state', text, (col) => col.notNull().check(sql`state in ('captured', 'failed')`))
    .addColumn('razorpay_payment_id', text, (col) => col.notNull().unique())
    .addColumn('created_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('transactions_newest')
    .on('transactions')
    .columns(['state', 'created_at'])
    .execute()
  await schema.createIndex('transactions_user').on('transactions').column('user_id').execute()
  await schema
    .createTable('loans')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('occupation_type', text)
    .addColumn('income_paise', 'bigint', (col) => col.check(sql`income_paise >= 0`))
    .addColumn('pan_number', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .execute()
  await schema.createIndex('loans_user').on('loans').column('user_id').execute()
}

async function createIdempotencyRecords(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('receipts')
    .addColumn('user_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('key', text, (col) => col.notNull())
    .addColumn('request_hash', text, (col) => col.notNull())
    .addColumn('entity_id', text, (col) => col.notNull())
    .addColumn('status', 'integer', (col) => col.notNull())
    .addColumn('body', text, (col) => col.notNull())
    .addColumn('etag', text)
    .addColumn('expires_at', text, (col) => col.notNull())
    .addPrimaryKeyConstraint('receipts_key', ['user_id', 'key'])
    .execute()
  await schema.createIndex('receipts_expiry').on('receipts').column('expires_at').execute()
  await schema.createIndex('receipts_entity').on('receipts').column('entity_id').execute()
}

async function createAuditLog(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'integer', risingKey(db))
    .addColumn('at', text, (col) => col.notNull())
    .addColumn('actor_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('device_label', text, (col) => col.notNull())
    .addColumn('action', text, (col) => col.notNull())
    .addColumn('entity', text, (col) => col.notNull())
    .addColumn('entity_id', text, (col) => col.notNull())
    .addColumn('from_value', text)
    .addColumn('to_value', text)
    .addColumn('idempotency_key', text)
    .execute()
  await db.schema
    .createIndex('audit_log_entity')
    .on('audit_log')
    .columns(['entity', 'entity_id', 'id'])
    .execute()
  await refuseChanges(db)
}

async function refuseChanges(db: Kysely<Tables>): Promise<void> {
  const isShared = isPostgres(db)
  if (isShared)
    await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'the audit log is append only'; end $$`.execute(db)
  const refuse = isShared
    ? sql`for each statement execute function refuse_audit_change()`
    : sql`begin select raise(abort, 'the audit log is append only'); end`
  for (const verb of isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete'])
    await sql`create trigger ${sql.id(`audit_log_no_${verb}`)} before ${sql.raw(verb)} on audit_log
      ${refuse}`.execute(db)
}

async function createRevisions(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('revisions')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('value', 'bigint', (col) => col.notNull())
    .addColumn('epoch', text, (col) => col.notNull())
    .execute()
  // The epoch distinguishes databases whose counters have the same value.
  const epoch = randomBytes(6).toString('hex')
  await db.insertInto('revisions').values({ id: 1, value: 0, epoch }).execute()
}
