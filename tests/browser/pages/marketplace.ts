import { listEventsAfter } from '#server/events/event-repository.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// What the server has stored, read from its tables.

export async function getListingNamed({ db }: TestServer, name: string) {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow(() => new Error(`no listing is called ${name}`))
}

/** A person's events on the server, in order of creation. */
export async function listEventRows({ db }: Pick<TestServer, 'db'>, ownerId: string) {
  const rows = await listEventsAfter(db, ownerId, null, 1000)
  return rows.map(({ id, version, body }) => ({
    id,
    version,
    fields: JSON.parse(body) as Record<string, unknown>, // an event is a JSON object
  }))
}

/** The audit entries about listings, oldest first. */
export function listAuditRows({ db }: TestServer) {
  return db
    .selectFrom('audit_log')
    .select(['action', 'entity_id', 'from_value', 'to_value', 'idempotency_key'])
    .where('entity', '=', 'listing')
    .orderBy('id')
    .execute()
}
