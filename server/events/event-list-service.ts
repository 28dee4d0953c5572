import type { Kysely } from 'kysely'
import type { EventRow, Tables } from '#server/platform/database/schema.ts'
import { type EventPageRequest, type EventPlace, makeEventCursor } from './event-pages.ts'
import { hasEventAfter, listEventsAfter } from './event-repository.ts'
import { writeWireEvent } from './event-wire.ts'

// An account may have 8 MB of events. They are read and sent in chunks, because a single query and
// string would block all other requests of the process.

const CHUNK = 16 // events: at most 512 kB, read in about 2 ms

/** Writes all events of an owner as the text of a JSON array. */
export async function* writeEventList(
  db: Kysely<Tables>,
  ownerId: string,
): AsyncGenerator<string[], void, void> {
  yield* writeEvents(db, ownerId, { head: '[', after: null, limit: Number.POSITIVE_INFINITY })
  yield [']']
}

/** One page of events, in an envelope with the cursor of the next page. */
export async function* writeEventPage(
  db: Kysely<Tables>,
  ownerId: string,
  page: EventPageRequest,
): AsyncGenerator<string[], void, void> {
  const last = yield* writeEvents(db, ownerId, { head: '{"success":true,"data":[', ...page })
  const hasNext = last !== null && (await hasEventAfter(db, ownerId, last))
  yield [`],"meta":${JSON.stringify({ nextCursor: hasNext ? makeEventCursor(last) : null })}}`]
}

/**
 * Writes `head`, then the events after `after`. Returns the position of the last written event;
 * null for none.
 */
async function* writeEvents(
  db: Kysely<Tables>,
  ownerId: string,
  { head, after, limit }: EventPageRequest & { head: string },
): AsyncGenerator<string[], EventPlace | null, void> {
  let last: EventRow | null = null
  for (let left = limit; left > 0; ) {
    const most = Math.min(CHUNK, left)
    const rows: EventRow[] = await listEventsAfter(db, ownerId, last ?? after, most)
    const texts = rows.flatMap((row) => [',', writeWireEvent(row)])
    yield last ? texts : [head, ...texts.slice(1)]
    last = rows.at(-1) ?? last
    left = rows.length < most ? 0 : left - most
  }
  return last
}
