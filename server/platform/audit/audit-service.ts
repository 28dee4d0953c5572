import type { Kysely } from 'kysely'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { toHistoryEntry } from '#src/domain/audit-entry-words.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { type AuditEntryWire, toWireAuditEntry } from './audit-entry-wire.ts'
import {
  type AuditFilter,
  insertAuditEntry,
  listAuditRows,
  listNames,
  listTeamNames,
  listTitles,
  type NewAuditEntry,
} from './audit-repository.ts'

// Records which account did what from which device. Rows are only ever inserted; database triggers
// refuse everything else.

const LONGEST_HISTORY = 200 // entries, as many as a person would read

/** Call it in the transaction of the change, so that either both are stored or neither is. */
export async function appendAuditEntry(trx: Kysely<Tables>, entry: NewAuditEntry): Promise<void> {
  await insertAuditEntry(trx, entry)
}

/**
 * Records an event of an account, such as a sign-in. The entry names the account itself as the
 * actor, even for a lockout that an unknown caller caused.
 */
export async function appendAccountAuditEntry(
  trx: Kysely<Tables>,
  action: AuditRow['action'],
  about: { accountId: string; deviceLabel: string; now: Date; before?: string; detail?: string },
): Promise<void> {
  const { accountId, deviceLabel, now, before = null, detail = null } = about
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: accountId,
    device_label: deviceLabel,
    action,
    entity: 'account',
    entity_id: accountId,
    from_value: before,
    to_value: detail,
    idempotency_key: null,
  })
}

/** Who changed a record, to what, from which device, and with which idempotency key. */
export type LastChange = Pick<
  AuditEntryWire,
  'at' | 'actorId' | 'by' | 'device' | 'to' | 'idempotencyKey'
>

/** The newest audit entry that the filter matches; null if there is none. */
export async function findLastChange(
  db: Kysely<Tables>,
  filter: AuditFilter,
): Promise<LastChange | null> {
  const [last] = await withActors(db, await listAuditRows(db, filter, 1))
  return last ?? null
}

export async function hasAuditEntry(db: Kysely<Tables>, filter: AuditFilter): Promise<boolean> {
  return (await listAuditRows(db, filter, 1)).length > 0
}

/** Converts rows to the wire format and adds the names of actors, listings and team accounts. */
export async function toEntries(
  db: Kysely<Tables>,
  rows: readonly AuditRow[],
): Promise<AuditEntryWire[]> {
  const idsOf = (entity: AuditRow['entity']) => [
    ...new Set(rows.filter((row) => row.entity === entity).map((row) => row.entity_id)),
  ]
  const names = {
    actors: await listNames(db, actorsOf(rows)),
    titles: await listTitles(db, idsOf('listing')),
    team: await listTeamNames(db, [...idsOf('account'), ...actorsOf(rows)]),
  }
  return rows.map((row) => toWireAuditEntry(row, names))
}

async function withActors(db: Kysely<Tables>, rows: readonly AuditRow[]) {
  const names = await listNames(db, actorsOf(rows))
  const team = await listTeamNames(db, actorsOf(rows))
  return rows.map((row) => ({
    at: row.at,
    action: row.action,
    actorId: row.actor_id,
    by: names.get(row.actor_id) ?? null,
    isByTeam: team.has(row.actor_id),
    device: row.device_label,
    from: row.from_value,
    to: row.to_value,
    idempotencyKey: row.idempotency_key,
  }))
}

function actorsOf(rows: readonly AuditRow[]): string[] {
  return [...new Set(rows.map((row) => row.actor_id))]
}

/** An entity's newest entries, newest first. A text from `detailOf` replaces the entry's own detail. */
export async function listAuditEntries(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
  detailOf: (row: AuditRow) => string | null = () => null,
): Promise<HistoryEntry[]> {
  const rows = await listAuditRows(db, { entity, entityId }, LONGEST_HISTORY)
  const details = rows.map(detailOf)
  const entries = (await withActors(db, rows)).map(toHistoryEntry)
  return entries.map((entry, index) => ({ ...entry, detail: details[index] ?? entry.detail }))
}
