import { ApiError } from '#src/api/api-error.ts'
import type { ChangedAnswer, ConditionalRead, DeltaRead } from '#src/api/http-client.ts'
import type { SavedRead } from './cached-reads.ts'

// Updates a cache entry: with a delta where the server supports it, otherwise with the whole value. Value, ETag, cursor
// and confirmation count always belong together; an entry never mixes two answers.

/** Requests the whole value; null when the entry with this ETag is still valid. */
export type Read<Value> = (options: ConditionalRead) => Promise<ChangedAnswer<Value> | null>

/** Updates a list by deltas, where the server supports them. */
export interface DeltaSource<Value, Delta> {
  /** Null when nothing changed; without data when the delta cannot be applied and a full read is needed. */
  read(options: DeltaRead): Promise<ChangedAnswer<Delta | null> | null>
  apply(value: Value, delta: Delta): Value
  /** A full answer that reuses equal parts of the cache entry. */
  share(copy: Value, answer: Value): Value
}

export interface Question<Value, Delta> {
  /** The cache entry; undefined on a first read. */
  copy: SavedRead<Value> | undefined
  read: Read<Value>
  delta?: DeltaSource<Value, Delta> | undefined
  /** How many confirmations this device has. */
  countAcked(): Promise<number>
  signal?: AbortSignal | undefined
}

/** Reads the server's current state as the next cache entry. @throws ApiError */
export async function askSavedRead<Value, Delta>(
  question: Question<Value, Delta>,
): Promise<SavedRead<Value>> {
  // Before the request: the answer may lack changes that are confirmed later.
  const ackedBefore = await question.countAcked().catch(nothingAcked)
  const { copy, delta } = question
  const next =
    copy && copy.cursor !== null && delta
      ? await askDelta(question, copy, copy.cursor, delta)
      : await askWhole(question, copy?.etag ?? null)
  return { ...next, ackedBefore }
}

type Answered<Value> = Omit<SavedRead<Value>, 'ackedBefore'>

async function askDelta<Value, Delta>(
  question: Question<Value, Delta>,
  copy: SavedRead<Value>,
  cursor: string,
  delta: DeltaSource<Value, Delta>,
): Promise<Answered<Value>> {
  const { signal } = question
  const answer = await delta.read({ since: cursor, etag: copy.etag, signal }).catch(orRefused)
  if (answer === null) return copy
  // Without an ETag: the entry may be from another history, for which a 304 would be wrong.
  if (answer === 'refused' || answer.data === null) return askWhole(question, null)
  const value = delta.apply(copy.value, answer.data)
  return { value, etag: answer.etag, cursor: answer.cursor }
}

async function askWhole<Value, Delta>(
  { copy, read, delta, signal }: Question<Value, Delta>,
  etag: string | null,
): Promise<Answered<Value>> {
  const answer = await read({ etag, signal })
  if (answer) {
    const value = copy && delta ? delta.share(copy.value, answer.data) : answer.data
    return { value, etag: answer.etag, cursor: answer.cursor }
  }
  // A 304 without a cache entry or without a sent ETag is invalid.
  if (!copy || etag === null) throw new ApiError({ kind: 'no-answer', status: 304 })
  return copy
}

/** The server cannot tell what changed since (410), or does not know the cursor at all (400). */
function orRefused(error: unknown): 'refused' {
  const isCursorRefused =
    error instanceof ApiError && (error.status === 410 || error.status === 400)
  if (isCursorRefused) return 'refused'
  throw error
}

/** An unreadable outbox must not block reads: confirmed changes only stay applied a little longer. */
function nothingAcked(error: unknown): number {
  console.warn('The outbox could not be asked what is confirmed.', error)
  return 0
}
