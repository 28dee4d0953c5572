import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

/** Indexes for reading the audit log by person and by action, newest first. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['actor_id', 'action'])
    await db.schema
      .createIndex(`audit_log_${column}`)
      .on('audit_log')
      .columns([column, 'id'])
      .execute()
}
