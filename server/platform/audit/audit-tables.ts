import { type RawBuilder, sql } from 'kysely'
import { INTERNAL, type PersonalTables } from '#server/platform/personal-tables/personal-table.ts'
import type { AuditEntity } from '#src/domain/audit.ts'

/** The ids of a person's records of one kind, as a subquery. */
type OwnIds = (userId: string) => RawBuilder<unknown>

/** The audit log, with the entries about records of other parts of the server. */
export const auditTables = (ownIds: Readonly<Record<Exclude<AuditEntity, 'account'>, OwnIds>>) =>
  ({
    audit_log: {
      // Append only. Holds ids, and no names or addresses.
      erased: null,
      file: 'activity.json',
      says: 'The log: what you did, and what was done to your account, your listings, your loan applications and your grievances. Other people are named by their ids only.',
      isOf: concerns(ownIds),
      key: ['id'],
      columns: {
        id: 'id',
        at: 'at',
        actor_id: 'actorId',
        device_label: {
          name: 'device',
          // Leaves out the device of another person, because it is that person's data.
          read: ({ actor_id, device_label }, { userId }) =>
            actor_id === userId ? device_label : null,
        },
        action: 'action',
        entity: 'entity',
        entity_id: 'entityId',
        from_value: 'from',
        to_value: 'to',
        idempotency_key: INTERNAL,
        hash: INTERNAL,
      },
    },
  }) satisfies Partial<PersonalTables>

/** A union of indexed reads: with `or`, SQLite and PostgreSQL would read the whole log. */
function concerns(
  ownIds: Readonly<Record<string, OwnIds>>,
): (userId: string) => RawBuilder<unknown> {
  return (userId) => {
    const aboutRecords = Object.entries(ownIds).map(
      ([entity, listIds]) => sql`union select id from audit_log where entity = ${entity}
        and entity_id in (${listIds(userId)})`,
    )
    return sql`id in (
      select id from audit_log where actor_id = ${userId}
      union select id from audit_log where entity = 'account' and entity_id = ${userId}
      ${sql.join(aboutRecords, sql` `)})`
  }
}
