import * as v from 'valibot'
import type { AuditRow } from '#server/database/schema.ts'
import { recordWith, WireCursor, WireId, WireTime } from '#server/http/calls/wire-values.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#src/domain/audit.ts'

/** One row of the audit log. */
export const AuditEntryWireSchema = recordWith('AuditEntry', {
  id: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('One more than the row before.'),
  ),
  at: WireTime,
  actorId: v.pipe(
    WireId,
    v.description('The operator who did it; of an account, the account itself.'),
  ),
  by: v.nullable(v.pipe(v.string(), v.description('Their name now.'))),
  device: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  entity: v.picklist(AUDIT_ENTITIES),
  entityId: WireId,
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  idempotencyKey: v.nullable(v.string()),
  hash: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{64}$/),
    v.description('Of this row and of the hash before it.'),
  ),
})
export type AuditEntryWire = v.InferInput<typeof AuditEntryWireSchema>

export const AuditEntryPageSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(AuditEntryWireSchema),
  meta: v.strictObject({ nextCursor: v.nullable(WireCursor) }),
})

/** `names` has the names of actors by their ids. */
export function toWireAuditEntry(
  row: AuditRow,
  names: ReadonlyMap<string, string | null>,
): AuditEntryWire {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    by: names.get(row.actor_id) ?? null,
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
