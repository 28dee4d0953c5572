import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Messages to sellers about decisions, their deliveries, and push subscriptions. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('messages')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('listing_id', text, (col) => col.notNull())
    .addColumn('change_key', text)
    .addColumn('status', text, (col) =>
      col.notNull().check(sql`status in ('approved', 'rejected')`),
    )
    .addColumn('from_status', text, (col) => col.notNull())
    .addColumn('title', text)
    .addColumn('decided_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('left_at', text)
    .addColumn('read_at', text)
    .addColumn('reason_code', text, (col) => col.references('rejection_reasons.code'))
    .addColumn('note', text)
    .addColumn('changes_needed', 'integer', (col) => col.check(sql`changes_needed in (0, 1)`))
    .execute()
  await schema
    .createTable('push_subscriptions')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('user_id', text, (col) => col.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_hash', text, (col) =>
      col.notNull().unique().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('endpoint', text, (col) => col.notNull())
    .addColumn('p256dh', text, (col) => col.notNull())
    .addColumn('auth', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createTable('message_jobs')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('message_id', text, (col) =>
      col.notNull().references('messages.id').onDelete('cascade'),
    )
    .addColumn('channel', text, (col) => col.notNull().check(sql`channel in ('mail', 'push')`))
    .addColumn('subscription_id', text, (col) =>
      col.references('push_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('attempts', 'integer', (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('leased_until', text)
    .addColumn('dead_at', text)
    .execute()
  await schema
    .createTable('push_keys')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('public_key', text, (col) => col.notNull())
    .addColumn('sealed', text, (col) => col.notNull())
    .execute()
  const indexes = {
    messages_inbox: ['messages', ['user_id', 'left_at', 'id']],
    messages_due: ['messages', ['left_at', 'due_at']],
    messages_listing: ['messages', ['listing_id']],
    push_subscriptions_user: ['push_subscriptions', ['user_id']],
    message_jobs_due: ['message_jobs', ['channel', 'dead_at', 'due_at']],
    message_jobs_message: ['message_jobs', ['message_id']],
    message_jobs_subscription: ['message_jobs', ['subscription_id']],
  } as const
  for (const [name, [table, columns]] of Object.entries(indexes))
    await schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
}
