import { type Kysely, sql } from 'kysely'
import { hashAuditRow } from '#server/platform/database/audit-chain.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'

/** The content of an audit entry. Its id and hash are computed when it is appended. */
export type NewAuditEntry = Omit<AuditRow, 'id' | 'hash'>

export interface AuditFilter {
  entity?: AuditRow['entity'] | undefined
  entityId?: string | undefined
  action?: AuditRow['action'] | undefined
  actorId?: string | undefined
  /** Part of the device name, in lower case. */
  device?: string | undefined
  /** Bounds of `at`, in its stored format: `from` is inclusive, `before` is exclusive. */
  from?: string | undefined
  before?: string | undefined
}

/**
 * Appends an audit entry. Call it in a transaction, so that no other entry is appended between
 * reading the last row and inserting the new one.
 */
export async function insertAuditEntry(trx: Kysely<Tables>, entry: NewAuditEntry): Promise<void> {
  const last = await trx
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = { ...entry, id: (last?.id ?? 0) + 1 }
  const hash = hashAuditRow(last?.hash ?? null, row)
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute()
}

/** Newest first. `afterId` is the id of the last row of the previous page. */
export function listAuditRows(
  db: Kysely<Tables>,
  { entity, entityId, action, actorId, device, from, before }: AuditFilter,
  most: number,
  afterId: number | null = null,
) {
  let query = db.selectFrom('audit_log').selectAll()
  if (entity !== undefined) query = query.where('entity', '=', entity)
  if (entityId !== undefined) query = query.where('entity_id', '=', entityId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (device !== undefined) {
    const pattern = `%${device.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(device_label) like ${pattern} escape '\\'`)
  }
  if (from !== undefined) query = query.where('at', '>=', from)
  if (before !== undefined) query = query.where('at', '<', before)
  if (afterId !== null) query = query.where('id', '<', afterId)
  return query.orderBy('id', 'desc').limit(most).execute()
}

/** The names of accounts by their ids; null for an account without a name. */
export async function listNames(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The titles of listings by their ids; deleted ones are missing. */
export async function listTitles(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of the team's accounts by their ids. */
export async function listTeamNames(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.id', 'users.full_name as name'])
    .where('users.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Oldest first. */
export function listRowsAfter(db: Kysely<Tables>, id: number, most: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(most)
    .execute()
}
