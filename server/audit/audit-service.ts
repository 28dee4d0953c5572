import type { Kysely } from 'kysely'
import type { AuditRow, Tables } from '#server/database/schema.ts'
import { toHistoryEntry } from '#src/domain/audit.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { appendDeed, type Deed, listAuditRows } from './audit-repository.ts'
import { toWireDeed } from './deed-wire.ts'

// Who did what from which device. Rows are only ever added; the database itself refuses anything else.

const LONGEST_HISTORY = 200 // entries a person still reads

/** Within the transaction of the deed, so that there is never one without the other. */
export async function recordDeed(trx: Kysely<Tables>, deed: Deed): Promise<void> {
  await appendDeed(trx, deed)
}

/** A deed about an account itself; the account stands as its actor, also where who did it is not known. */
export async function recordAccountDeed(
  trx: Kysely<Tables>,
  action: AuditRow['action'],
  about: { accountId: string; deviceLabel: string; now: Date; detail?: string },
): Promise<void> {
  const { accountId, deviceLabel, now, detail = null } = about
  await recordDeed(trx, {
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

/** The device of the last deed on a record; null when the marketplace itself was the last to touch it. */
export async function findLastDevice(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<string | null> {
  const [last] = await listAuditRows(db, { entity, entityId }, 1)
  return last?.device_label ?? null
}

/** What was done to a record, newest first. */
export async function listDeeds(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
): Promise<HistoryEntry[]> {
  const rows = await listAuditRows(db, { entity, entityId }, LONGEST_HISTORY)
  return rows.map((row) => toHistoryEntry(toWireDeed(row)))
}
