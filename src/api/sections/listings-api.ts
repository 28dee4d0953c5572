import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import {
  type ChangedAnswer,
  call,
  callArriving,
  callIfChanged,
  type DeltaRead,
  type FirstRead,
  isOurServer,
} from '#src/api/http-client.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import type { ListingDelta } from '#src/domain/listing/listing-delta.ts'
import { withMedia } from './media-urls.ts'

const ListingRows = listOf(v.pipe(ListingSchema, v.transform(withMedia)))
const ListingsAnswer = envelopeOf(ListingRows)
const ListingDeltaAnswer = v.pipe(
  v.looseObject({
    success: v.literal(true),
    data: v.array(v.unknown()),
    removed: v.optional(v.array(v.string())),
  }),
  v.transform(({ data, removed }): ListingDelta | null => {
    const rows = data.flatMap((wire) => {
      const read = v.safeParse(ListingSchema, wire)
      return read.success ? [withMedia(read.output)] : []
    })
    // Null makes the caller load the whole list: if the backend has no deltas (it sends no `removed`), or if a row is
    // invalid, because its listing would stay outdated in the cache.
    return removed && rows.length === data.length ? { rows, removed } : null
  }),
)

/**
 * GET /admin/properties, the whole list or, of more than a device holds, its share; null when unchanged. `onRows` receives
 * the rows while they arrive.
 */
export function listListings({ onRows, ...read }: FirstRead<readonly Listing[]>) {
  const path = `/admin/properties${isOurServer() ? '?share=device' : ''}`
  if (onRows) return callArriving(path, ListingRows, { ...read, onRows })
  return callIfChanged(path, ListingsAnswer, read)
}

/**
 * GET /admin/properties?since=...; null when unchanged. `data` is null when the whole list must be loaded instead. The
 * server answers 410 to a cursor that is too old, or from before the restore of a backup.
 */
export async function listListingChanges({
  since,
  ...read
}: DeltaRead): Promise<ChangedAnswer<ListingDelta | null> | null> {
  const share = isOurServer() ? '&share=device' : ''
  const path = `/admin/properties?since=${encodeURIComponent(since)}${share}`
  const answer = await callIfChanged(path, ListingDeltaAnswer, read)
  return answer && { ...answer, data: answer.cursor === null ? null : answer.data }
}

const ListingAnswer = envelopeOf(v.pipe(ListingSchema, v.transform(withMedia)))

/** GET /admin/properties/{id}, for a listing that the device does not have. */
export function readListing(id: string, signal?: AbortSignal): Promise<Listing> {
  return call(`/admin/properties/${encodeURIComponent(id)}`, ListingAnswer, { signal })
}

const PageAnswer = v.looseObject({
  success: v.literal(true),
  data: ListingRows,
  meta: v.looseObject({
    nextCursor: v.nullable(v.string()),
    previousCursor: v.nullish(v.string(), null),
    total: v.nullable(v.number()),
  }),
})
export const PAGE_ROWS = 200 // as many as arrive at once
const LAST_ROWS = 14 // fit a desk, so that the last one is in view; the page before joins above

/** Where a page begins: after or before the row of a cursor, after so many rows, or so that it has the last ones. */
export type PageStart = { cursor: string } | { start: number | 'end' }

/** GET /admin/properties?limit=..., a page of the listings that a query chooses. `total` is null if it is not counted. */
export async function readListingPage(query: string, at: PageStart, signal?: AbortSignal) {
  const address = new URLSearchParams(query)
  const isLast = 'start' in at && at.start === 'end'
  address.set('limit', String(isLast ? LAST_ROWS : PAGE_ROWS))
  if ('cursor' in at) address.set('cursor', at.cursor)
  else if (at.start !== 0) address.set('start', String(at.start))
  const { data, meta } = await call(`/admin/properties?${address}`, PageAnswer, { signal })
  const { nextCursor, previousCursor, total } = meta
  return { rows: data, nextCursor, previousCursor, total }
}
