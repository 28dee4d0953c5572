import type { AuditRow } from '#server/database/schema.ts'
import type { AuditEntry } from '#src/domain/audit.ts'

export function toWireDeed(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    device: row.device_label,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    from: row.from_value,
    to: row.to_value,
    idempotencyKey: row.idempotency_key,
    hash: row.hash,
  }
}
