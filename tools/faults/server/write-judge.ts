import type { Kysely } from 'kysely'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type MarketWrite, noteOf } from './market-write.ts'

// Compares acknowledged writes with the database, which it reads directly while the server runs.

export interface WriteFinding {
  kind: 'lost' | 'doubled' | 'altered'
  what: string
}

export type Place = Parameters<typeof openDataUnlocked>[0]

/** How often each write took effect, by the text of `markOf`. */
export async function countEffects(place: Place): Promise<ReadonlyMap<string, number>> {
  return read(place, async (db) => {
    const entries = await db.selectFrom('audit_log').select('idempotency_key as mark').execute()
    const events = await db.selectFrom('events').select('body').execute()
    // A registration has no idempotency key: a repeat after a lost answer adds a second row, so count each e-mail once.
    const registered = await db
      .selectFrom('registrations')
      .select('email as mark')
      .distinct()
      .execute()
    const titles = events.map(({ body }) => String(JSON.parse(body).title))
    const attempts = await db
      .selectFrom('audit_log')
      .select('from_value as mark')
      .where('action', '=', 'contact')
      .execute()
    // With its audit entry: a visit without one, or with two, is not recorded once.
    const visits = await db
      .selectFrom('visits')
      .innerJoin('audit_log', 'audit_log.from_value', 'visits.id')
      .select('note as mark')
      .where('action', '=', 'visit')
      .execute()
    const counts = new Map<string, number>()
    for (const mark of [
      ...[...entries, ...registered, ...attempts, ...visits].map((row) => row.mark ?? ''),
      ...titles,
    ])
      counts.set(mark, (counts.get(mark) ?? 0) + 1)
    return counts
  })
}

/** The text that identifies a write in the database. */
export function markOf(write: MarketWrite): string {
  if (write.kind === 'contact') return write.at
  if (write.kind === 'visit') return noteOf(write)
  return write.kind === 'registration' ? write.member.email : write.key
}

/** An acknowledged write must have exactly one effect, any other write at most one. */
export function judgeEffects(
  writes: readonly MarketWrite[],
  effects: ReadonlyMap<string, number>,
): WriteFinding[] {
  return writes.flatMap((write): WriteFinding[] => {
    if (write.kind === 'assignment') return [] // by `judgeAssignments`: it has no mark, and may be repeated
    const count = effects.get(markOf(write)) ?? 0
    const what = `${write.kind} ${markOf(write)}`
    if (count > 1) return [{ kind: 'doubled', what }]
    return write.isAcknowledged && count === 0 ? [{ kind: 'lost', what }] : []
  })
}

/** Each listing must have the status of its last write, and a version that grew by one with each of its writes. */
export async function judgeListings(
  writes: readonly MarketWrite[],
  place: Place,
  versionsBefore: ReadonlyMap<string, number>,
): Promise<WriteFinding[]> {
  const rows = await read(place, (db) =>
    db.selectFrom('listings').select(['id', 'status', 'version']).execute(),
  )
  const changes = writes.filter((write) => write.kind === 'status')
  return rows.flatMap(({ id, status, version }): WriteFinding[] => {
    const own = changes.filter(({ listingId }) => listingId === id)
    const last = own.at(-1)
    const expected = (versionsBefore.get(id) ?? 0) + own.length
    if (!last || (status === last.status && version === expected)) return []
    const what = `listing ${id} is ${status}, version ${version}, after ${own.length} changes, the last to ${last.status}`
    return [{ kind: 'altered', what }]
  })
}

/** Each listing must be the person's of its last assignment, whatever was decided since. */
export async function judgeAssignments(
  writes: readonly MarketWrite[],
  place: Place,
): Promise<WriteFinding[]> {
  const rows = await read(place, (db) =>
    db.selectFrom('assignments').select(['listing_id', 'person_id']).execute(),
  )
  const stored = new Map(rows.map(({ listing_id, person_id }) => [listing_id, person_id]))
  const wanted = new Map(
    writes.flatMap((write) =>
      write.kind === 'assignment' ? [[write.listingId, write.personId] as const] : [],
    ),
  )
  return [...wanted].flatMap(([id, personId]): WriteFinding[] => {
    const holder = stored.get(id) ?? null
    if (holder === personId) return []
    return [{ kind: 'altered', what: `listing ${id} is ${holder}'s, not ${personId}'s` }]
  })
}

/** Each visit that is there has the answers that were sent with it, and is about its listing. */
export async function judgeVisits(
  writes: readonly MarketWrite[],
  place: Place,
): Promise<WriteFinding[]> {
  const rows = await read(place, (db) => db.selectFrom('visits').selectAll().execute())
  const stored = new Map(rows.map((row) => [row.note, `${row.listing_id} ${row.answers}`]))
  return writes.flatMap((write): WriteFinding[] => {
    if (write.kind !== 'visit') return []
    const sent = `${write.listingId} ${JSON.stringify(write.answers)}`
    const found = stored.get(noteOf(write)) ?? sent // a lost one is reported by `judgeEffects`
    return found === sent ? [] : [{ kind: 'altered', what: `visit ${found}, not ${sent}` }]
  })
}

async function read<Result>(
  place: Place,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDataUnlocked(place)
  try {
    return await work(db)
  } finally {
    await close()
  }
}
