import { ApiError } from '#src/api/api-error.ts'
import type { Arrived, OnRows } from '#src/api/arriving-list.ts'
import type { ChangedAnswer, DeltaRead, FirstRead } from '#src/api/http-client.ts'
import type { PartOf, RemovedListings } from '#src/domain/listing/device-share.ts'
import type { SavedRead } from './cached-reads.ts'

// Updates a cache entry: with a delta if the server supports deltas, otherwise with the whole value. The value, ETag,
// cursor and last confirmation of an entry always belong to one answer.

const MOST_REMOVED = 5_000 // ids, 130 kB of a copy; with more, the value is read again
/** Of a copy by an earlier build. */
const NONE_REMOVED: RemovedListings = { since: null, ids: [] }

/** Requests the whole value; null when the entry with the sent ETag is still valid. */
export type Read<Value> = (options: FirstRead<Value>) => Promise<ChangedAnswer<Value> | null>

/** Reads deltas of a list and applies them. */
export interface DeltaSource<Value, Delta> {
  /** Null when nothing changed. `data` is null when the delta cannot be applied and a full read is needed. */
  read(options: DeltaRead): Promise<ChangedAnswer<Delta | null> | null>
  apply(value: Value, delta: Delta): Value
  /** The value of a full answer, with equal parts replaced by the objects of the cache entry. */
  share(entry: Value, answer: Value): Value
  /** The ids of the rows that are deleted after a delta, for a value that is a part. `known` are those before. */
  joinRemoved?(known: readonly string[], delta: Delta): readonly string[]
  /** Whether a value that is kept by deltas must be read again. */
  isOutdated?(before: PartOf | null, now: { rows: Value; partOf: PartOf | null }): boolean
}

/** Rows of a first read that are shown before the whole list has arrived. */
export interface Arriving<Rows> extends Arrived<Rows> {
  /** The last confirmation before the read began, as in a cache entry. */
  ackedBefore: number
}

export interface SavedReadRequest<Value, Delta> {
  /** The cache entry; undefined on a first read. */
  entry: SavedRead<Value> | undefined
  read: Read<Value>
  delta?: DeltaSource<Value, Delta> | undefined
  /** The last confirmation on this device; 0 before the first. */
  findLastConfirmation(): Promise<number>
  signal?: AbortSignal | undefined
  /** On a first read, receives the rows that have arrived so far. */
  onArriving?(arriving: Arriving<Value>): void
}

/** Reads the server's current state as the next cache entry. @throws ApiError */
export async function fetchSavedRead<Value, Delta>(
  request: SavedReadRequest<Value, Delta>,
): Promise<SavedRead<Value>> {
  // Read before the request, because the answer may lack changes that are confirmed during it.
  const ackedBefore = await request.findLastConfirmation().catch(nothingAcked)
  const { entry, delta, onArriving } = request
  const onRows =
    entry || !onArriving
      ? undefined
      : (arrived: Arrived<Value>) => onArriving({ ...arrived, ackedBefore })
  const next =
    entry && entry.cursor !== null && delta
      ? await fetchDelta(request, entry, entry.cursor, delta)
      : await fetchWhole(request, entry?.etag ?? null, onRows)
  return { ...next, ackedBefore }
}

type Answered<Value> = Omit<SavedRead<Value>, 'ackedBefore'>

async function fetchDelta<Value, Delta>(
  request: SavedReadRequest<Value, Delta>,
  entry: SavedRead<Value>,
  cursor: string,
  delta: DeltaSource<Value, Delta>,
): Promise<Answered<Value>> {
  const { signal } = request
  const answer = await delta.read({ since: cursor, etag: entry.etag, signal }).catch(orRefused)
  if (answer === null) return entry
  // Sends no ETag: after the restore of a backup, a 304 to the ETag of an earlier history would be wrong.
  if (answer === 'refused' || answer.data === null) return fetchWhole(request, null)
  const value = delta.apply(entry.value, answer.data)
  const { etag, cursor: next, partOf = null } = answer
  const before = entry.partOf ?? null
  if (delta.isOutdated?.(before, { rows: value, partOf })) return fetchWhole(request, null)
  const known = entry.removed ?? NONE_REMOVED
  const ids = delta.joinRemoved?.(known.ids, answer.data) ?? known.ids
  if (ids.length > MOST_REMOVED) return fetchWhole(request, null)
  const removed = ids === known.ids ? known : { ...known, ids }
  return { value, etag, cursor: next, ...(before && { partOf, removed }) }
}

async function fetchWhole<Value, Delta>(
  { entry, read, delta, signal }: SavedReadRequest<Value, Delta>,
  etag: string | null,
  onRows?: OnRows<Value>,
): Promise<Answered<Value>> {
  const answer = await read({ etag, signal, onRows })
  if (answer) {
    const value = entry && delta ? delta.share(entry.value, answer.data) : answer.data
    const { etag: tag, cursor, partOf } = answer
    const removed = { since: cursor, ids: [] }
    return { value, etag: tag, cursor, ...(partOf && { partOf, removed }) }
  }
  // A 304 without a cache entry or without a sent ETag is invalid.
  if (!entry || etag === null) throw new ApiError({ kind: 'no-answer', status: 304 })
  return entry
}

/** Detects a refused cursor: too old (410) or unknown (400). Rethrows any other error. */
function orRefused(error: unknown): 'refused' {
  const isCursorRefused =
    error instanceof ApiError && (error.status === 410 || error.status === 400)
  if (isCursorRefused) return 'refused'
  throw error
}

/** An unreadable outbox does not block reads: with 0, the overlay applies confirmed changes longer. */
function nothingAcked(error: unknown): number {
  console.warn('The outbox could not be asked for its last confirmation.', error)
  return 0
}
