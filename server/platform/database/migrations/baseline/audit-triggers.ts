import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Makes the database refuse every change of a row of the audit log. */
export async function createAuditTriggers(db: Kysely<Tables>): Promise<void> {
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
