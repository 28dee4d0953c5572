import type { Kysely } from 'kysely'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/server-error.ts'
import { type ListingPlace, listListings } from './listing-repository.ts'
import { toWireListing } from './listing-wire.ts'

const MAX_PAGE = 500
const UNSET_PAGE = 100 // listings, when only a cursor is given
const CHUNK = 200 // listings held at once while the whole list goes out

export interface PageRequest {
  limit: number
  after: ListingPlace | null
}

/** Null asks for the whole list. @throws ServerError 400 */
export function readPageRequest(query: Record<string, string>): PageRequest | null {
  const { limit, cursor } = query
  if (limit === undefined && cursor === undefined) return null
  return {
    limit: limit === undefined ? UNSET_PAGE : readLimit(limit),
    after: cursor === undefined ? null : readCursor(cursor),
  }
}

/** The cursor of the page after this listing. */
export function makeCursor(last: { created_at: string; id: string }): string {
  return Buffer.from(`${last.created_at} ${last.id}`).toString('base64url')
}

/**
 * The whole list as JSON text, read in pieces: one open statement would block every other query. `cursor` asks for what
 * changed next; it was read before the list, so what changes meanwhile may come twice and is never missed.
 */
export function streamWholeList(db: Kysely<Tables>, cursor: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pieces = wholeListPieces(db, cursor)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return()
    },
  })
}

async function* wholeListPieces(
  db: Kysely<Tables>,
  cursor: string,
): AsyncGenerator<string, void, void> {
  let after: ListingPlace | null = null
  let piece = `{"success":true,"meta":${JSON.stringify({ cursor })},"data":[`
  for (;;) {
    const rows = await listListings(db, CHUNK, after)
    if (rows.length > 0 && after) piece += ','
    piece += rows.map((row) => JSON.stringify(toWireListing(row))).join(',')
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    yield piece
    piece = ''
    after = { createdAt: last.created_at, id: last.id }
  }
  yield `${piece}]}`
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > MAX_PAGE)
    throw new ServerError(
      400,
      'bad-limit',
      `The limit must be a whole number from 1 to ${MAX_PAGE}.`,
    )
  return limit
}

function readCursor(text: string): ListingPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, createdAt, id] = /^(\d{4}-[\d:.T-]{5,24}Z) (\w+)$/.exec(plain) ?? []
  if (!createdAt || !id || !isRecordId(id))
    throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
  return { createdAt, id }
}
