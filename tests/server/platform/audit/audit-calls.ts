import { type Kysely, sql } from 'kysely'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { idOf } from '#tests/server/market-data.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

/** An audit entry for a decision about a listing. `actorId` must be an existing user. */
export function makeAuditEntry(number: number, actorId: string, change: Partial<AuditRow> = {}) {
  return {
    at: new Date(Date.UTC(2025, 8, 1) + number * 60_000).toISOString(),
    actor_id: actorId,
    device_label: 'Chrome on Android',
    action: 'status' as const,
    entity: 'listing' as const,
    entity_id: idOf(2),
    from_value: 'pending',
    to_value: 'approved',
    idempotency_key: null,
    ...change,
  }
}

/** Writes audit entries one by one, each in its own transaction. */
export async function appendAuditEntries(
  db: Kysely<Tables>,
  entries: ReturnType<typeof makeAuditEntry>[],
) {
  for (const entry of entries) await db.transaction().execute((trx) => appendAuditEntry(trx, entry))
}

/** Writes as many entries about decisions of the actor. */
export function fillAuditLog(db: Kysely<Tables>, actorId: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => makeAuditEntry(index + 1, actorId))
  return appendAuditEntries(db, entries)
}

/** Drops the triggers that protect the log, as the owner of the database can. */
export async function letTamper(db: Kysely<Tables>): Promise<void> {
  for (const verb of ['update', 'delete']) {
    const trigger = sql.id(`audit_log_no_${verb}`)
    const statement = sql`drop trigger ${trigger}`
    await (isOnPostgres() ? sql`${statement} on audit_log` : statement).execute(db)
  }
}
