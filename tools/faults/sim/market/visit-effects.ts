import { type Kysely, sql } from 'kysely'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { type PropertyVisit, visitsOf } from '#src/domain/visit/visit.ts'
import { fromThousandths } from '#src/domain/visit/visit-place.ts'
import type { ServerEffect } from './sim-server.ts'

// Visits to properties, as the server has stored them. Each has a time of its own in a run.

type Recorded = Omit<PropertyVisit, 'id'>

/** The name of the effect, with all that a visit says: one that arrives without an answer or a word is another effect. */
export function deedOfVisit({ at, answers, note, place }: Recorded): string {
  const answered = answers.map(({ id, label, answer }) => `${id} "${label}" ${answer}`).join(', ')
  const where = place ? `${place.latitude} ${place.longitude}` : 'nowhere'
  return `visited:${at} (${answered}) "${note}" ${where}`
}

/** Creates a trigger that logs each stored visit: with its listing, a visit is deleted too. */
export async function watchVisits(db: Kysely<Tables>): Promise<void> {
  await sql`create table visit_deeds (visit_id text, listing_id text, at text, answers text, note text, latitude integer, longitude integer)`.execute(
    db,
  )
  await sql`create trigger saw_visit after insert on visits begin
    insert into visit_deeds values (new.id, new.listing_id, new.visited_at, new.answers, new.note,
      new.latitude_thousandths, new.longitude_thousandths); end`.execute(db)
}

/** The recorded visits, in the order of the audit log. */
export async function listVisitEffects(db: Kysely<Tables>): Promise<ServerEffect[]> {
  const { rows } = await sql<AuditRow & VisitDeed>`
    select audit_log.*, visit_deeds.* from audit_log
      inner join visit_deeds on visit_deeds.visit_id = audit_log.from_value
    where action = 'visit' order by audit_log.id`.execute(db)
  return rows.map((row) => ({
    order: row.id,
    actorId: row.actor_id,
    device: row.device_label,
    entity: 'visit',
    entityId: visitsOf(row.listing_id),
    deed: deedOfVisit({
      at: row.at,
      answers: JSON.parse(row.answers),
      note: row.note,
      place: readPlace(row),
    }),
    key: null,
    body: null,
  }))
}

interface VisitDeed {
  listing_id: string
  at: string
  answers: string
  note: string
  latitude: number | null
  longitude: number | null
}

function readPlace({ latitude, longitude }: VisitDeed): PropertyVisit['place'] {
  if (latitude === null || longitude === null) return null
  return { latitude: fromThousandths(latitude), longitude: fromThousandths(longitude) }
}
