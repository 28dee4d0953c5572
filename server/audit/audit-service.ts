import type { Kysely } from 'kysely'
import type { AuditRow, Tables } from '#server/database/schema.ts'
import { toHistoryEntry } from '#src/domain/audit.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { toWireAuditEntry } from './audit-entry-wire.ts'
import { insertAuditEntry, listAuditRows, type NewAuditEntry } from './audit-repository.ts'

// Records which account did what from which device. Rows are only ever inserted; database triggers
// refuse everything else.

const LONGEST_HISTORY = 200 // entries, as many as a person would read

/** Call it in the transaction of the change, so that either both are stored or neither is. */
export async function appendAuditEntry(trx: Kysely<Tables>, entry: NewAuditEntry): Promise<void> {
  await insertAuditEntry(trx, entry)
}

/**
 * Records an event of an account. The account counts as the actor, even if the real actor is
 * unknown.
 */
export async function appendAccountAuditEntry(
  trx: Kysely<Tables>,
  action: AuditRow['action'],
  about: { accountId: string; deviceLabel: string; now: Date; detail?: string },
): Promise<void> {
  const { accountId, deviceLabel, now, detail = null } = about
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: accountId,
    device_label: deviceLabel,
    action,
    entity: 'account',
    entity_id: accountId,
    from_value: null,
    to_value: detail,
    idempotency_key: null,
  })
}

/** The device of a record's last audit entry; null when no device ever changed the record. */
export async function findLastDevice(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<string | null> {
  const [last] = await listAuditRows(db, { entity, entityId }, 1)
  return last?.device_label ?? null
}

/** Newest first. */
export async function listAuditEntries(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<HistoryEntry[]> {
  const rows = await listAuditRows(db, { entity, entityId }, LONGEST_HISTORY)
  return rows.map((row) => toHistoryEntry(toWireAuditEntry(row)))
}
