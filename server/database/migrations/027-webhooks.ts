import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Webhooks and their deliveries. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('webhooks')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('address', text, (col) => col.notNull())
    .addColumn('events', text, (col) => col.notNull())
    .addColumn('secret_sealed', text, (col) => col.notNull())
    .addColumn('old_secret_sealed', text)
    .addColumn('state', text, (col) => col.notNull().check(sql`state in ('active', 'paused')`))
    .addColumn('failures', 'integer', (col) => col.notNull())
    .addColumn('created_by', text, (col) => col.notNull().references('users.id'))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('paused_at', text)
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('webhook_id', text, (col) =>
      col.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', text, (col) => col.notNull())
    .addColumn('event', text, (col) => col.notNull())
    .addColumn('payload', text, (col) => col.notNull())
    .addColumn('attempts', 'integer', (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('leased_until', text)
    .addColumn('last_status', 'integer')
    .addColumn('done_at', text)
    .addColumn('dead_at', text)
    .execute()
  const indexes = {
    webhook_deliveries_due: ['done_at', 'dead_at', 'due_at'],
    webhook_deliveries_log: ['webhook_id', 'created_at'],
    webhook_deliveries_age: ['created_at'],
  } as const
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('webhook_deliveries')
      .columns([...columns])
      .execute()
}
