import type { EventRow } from '#server/platform/database/schema.ts'
import { readLimit } from '#server/platform/http/calls/page-request.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

/** Maximum and default page size. With 32 KB per event, a page has up to 3.2 MB. */
export const MAX_EVENT_PAGE = 100

/** The position of the last event of a page: its sort key. */
export type EventPlace = Pick<EventRow, 'created_at' | 'id'>

export interface EventPageRequest {
  limit: number
  after: EventPlace | null
}

/** Returns null for a request of the whole list. @throws ServerError 400 */
export function readEventPage({ limit, cursor }: Record<string, string>): EventPageRequest | null {
  if (limit === undefined && cursor === undefined) return null
  return {
    limit: limit === undefined ? MAX_EVENT_PAGE : readLimit(limit, MAX_EVENT_PAGE),
    after: cursor === undefined ? null : readCursor(cursor),
  }
}

export function makeEventCursor({ created_at, id }: EventPlace): string {
  return Buffer.from(`event ${created_at} ${id}`).toString('base64url')
}

function readCursor(text: string): EventPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, createdAt, id] = /^event (\d{4}-[\d:.TZ-]{1,30}) ([0-9a-f]{24})$/.exec(plain) ?? []
  if (createdAt !== undefined && id !== undefined) return { created_at: createdAt, id }
  throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
}
