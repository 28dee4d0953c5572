import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Deletions of files that are tried again later, and indexes for the queries that find the next due deliveries. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const removals = () => db.schema.alterTable('media_removals')
  await removals()
    .addColumn('attempts', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  // Empty is before every time: what is queued already is due now.
  await removals()
    .addColumn('due_at', text, (col) => col.notNull().defaultTo(''))
    .execute()
  const indexes = {
    media_removals_due: ['media_removals', ['due_at']],
    webhook_deliveries_next: ['webhook_deliveries', ['webhook_id', 'done_at', 'dead_at', 'due_at']],
    webhook_deliveries_leased: ['webhook_deliveries', ['leased_until']],
    message_jobs_leased: ['message_jobs', ['leased_until']],
  } as const
  for (const [name, [table, columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
}
