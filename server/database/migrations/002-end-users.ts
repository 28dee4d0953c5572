import { type Kysely, type SchemaModule, sql } from 'kysely'
import { type TextType, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  // One column per statement: SQLite allows no more.
  await schema.alterTable('users').addColumn('adult_stated_at', text).execute()
  await schema.alterTable('users').addColumn('consent_policy', text).execute()
  // For the deletion of expired sessions.
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  await createCodes(schema, text)
  await createEvents(schema, text)
}

async function createCodes(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('codes')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('subject', text, (col) => col.notNull())
    .addColumn('mac', text, (col) => col.notNull())
    .addColumn('wrong_tries', 'integer', (col) => col.notNull().check(sql`wrong_tries >= 0`))
    .addColumn('own_wrong_tries', 'integer', (col) =>
      col.notNull().check(sql`own_wrong_tries >= 0`),
    )
    .addColumn('mail_failed', 'integer', (col) => col.notNull().check(sql`mail_failed in (0, 1)`))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text, (col) => col.notNull())
    .addColumn('superseded_at', text)
    .addColumn('used_at', text)
    .execute()
  await schema
    .createIndex('codes_newest')
    .unique()
    .on('codes')
    .column('subject')
    .where(sql.ref('superseded_at'), 'is', null)
    .execute()
  await schema.createIndex('codes_subject').on('codes').columns(['subject', 'created_at']).execute()
  await schema.createIndex('codes_created').on('codes').column('created_at').execute()
}

async function createEvents(schema: SchemaModule, text: TextType): Promise<void> {
  await schema
    .createTable('events')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('version', 'integer', (col) => col.notNull().check(sql`version >= 1`))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('updated_at', text, (col) => col.notNull())
    // Long texts come last, because SQLite reads through a long text to reach the columns after it.
    .addColumn('body', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('events_owner')
    .on('events')
    .columns(['owner_id', 'created_at', 'id'])
    .execute()
}
