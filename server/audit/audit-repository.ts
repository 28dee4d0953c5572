import type { Insertable, Kysely } from 'kysely'
import type { AuditRow, Tables } from '#server/database/schema.ts'

export async function insertAuditRow(trx: Kysely<Tables>, row: Insertable<AuditRow>) {
  await trx.insertInto('audit_log').values(row).execute()
}

/** Newest first. */
export function listAuditRows(
  db: Kysely<Tables>,
  entity: AuditRow['entity'],
  entityId: string,
  most: number,
) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
