import type { Insertable, Kysely } from 'kysely'
import type { AuditRow, Tables } from '#server/database/schema.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { STATUS_LABELS } from '#src/domain/listing.ts'
import { insertAuditRow, listAuditRows } from './audit-repository.ts'

// Who did what from which device. Rows are only ever added; the database itself refuses anything else.

const LONGEST_HISTORY = 200 // entries a person still reads

/** Within the transaction of the deed, so that there is never one without the other. */
export async function recordDeed(trx: Kysely<Tables>, deed: Insertable<AuditRow>): Promise<void> {
  await insertAuditRow(trx, deed)
}

/** The device of the last deed on a record; null when the marketplace itself was the last to touch it. */
export async function findLastDevice(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<string | null> {
  const [last] = await listAuditRows(db, entity, entityId, 1)
  return last?.device_label ?? null
}

/** What was done to a record, newest first. */
export async function listDeeds(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<HistoryEntry[]> {
  const rows = await listAuditRows(db, entity, entityId, LONGEST_HISTORY)
  return rows.map((row) => ({
    at: row.at,
    action: wordFor(row),
    from: row.from_value,
    to: row.to_value,
    device: row.device_label,
    detail: null,
  }))
}

function wordFor({ action, to_value: to }: Pick<AuditRow, 'action' | 'to_value'>): string {
  if (action === 'pan-reveal') return 'PAN revealed'
  if (action === 'delete') return 'Deleted'
  if (to === 'approved' || to === 'rejected') return STATUS_LABELS[to]
  return 'Set to pending'
}
