import * as v from 'valibot'
import type { AuditRow } from '#server/platform/database/schema.ts'
import {
  recordWith,
  WireCursor,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
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
  entityName: v.nullable(
    v.pipe(
      v.string(),
      v.description('The title of a listing or the name of somebody on the team, now.'),
    ),
  ),
  isTeam: v.pipe(v.boolean(), v.description('The entry is about somebody on the team.')),
  isByTeam: v.pipe(v.boolean(), v.description('Somebody on the team did it, not a member.')),
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

/** Names by id. */
type Names = ReadonlyMap<string, string | null>

/** `entityName` comes from `titles` for a listing, otherwise from `team`. */
export function toWireAuditEntry(
  row: AuditRow,
  { actors, titles, team }: { actors: Names; titles: Names; team: Names },
): AuditEntryWire {
  const { entity, entity_id: id } = row
  return {
    id: row.id,
    at: row.at,
    actorId: row.actor_id,
    by: actors.get(row.actor_id) ?? null,
    device: row.device_label,
    action: row.action,
    entity,
    entityId: id,
    entityName: (entity === 'listing' ? titles : team).get(id) ?? null,
    isTeam: entity === 'account' && team.has(id),
    isByTeam: team.has(row.actor_id),
    from: row.from_value,
    to: row.to_value,
    idempotencyKey: row.idempotency_key,
    hash: row.hash,
  }
}
