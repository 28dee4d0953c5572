import type { Kysely } from 'kysely'
import { hashAuditRow } from '#server/database/audit-chain.ts'
import type { AuditRow, Tables } from '#server/database/schema.ts'

/** What is written of a deed; its number and its hash come with its place in the log. */
export type Deed = Omit<AuditRow, 'id' | 'hash'>

export interface AuditFilter {
  entity?: AuditRow['entity'] | undefined
  entityId?: string | undefined
}

/** Puts a deed behind the last one. Only in a transaction: it must be the last one still when this is written. */
export async function appendDeed(trx: Kysely<Tables>, deed: Deed): Promise<void> {
  const last = await trx
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = { ...deed, id: (last?.id ?? 0) + 1 }
  const hash = hashAuditRow(last?.hash ?? null, row)
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute()
}

/** Newest first; `before` is the number of the row that the page before ended with. */
export function listAuditRows(
  db: Kysely<Tables>,
  { entity, entityId }: AuditFilter,
  most: number,
  before: number | null = null,
) {
  let query = db.selectFrom('audit_log').selectAll()
  if (entity !== undefined) query = query.where('entity', '=', entity)
  if (entityId !== undefined) query = query.where('entity_id', '=', entityId)
  if (before !== null) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(most).execute()
}

/** In the order they were written in, behind a row. */
export function listRowsAfter(db: Kysely<Tables>, id: number, most: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(most)
    .execute()
}
