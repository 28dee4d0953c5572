import { ApiError } from '#src/api/api-error.ts'
import type { ChangedAnswer, ConditionalRead, DeltaRead } from '#src/api/http-client.ts'
import type { SavedRead } from './cached-reads.ts'

// How a copy becomes the next one: by what changed where the server tells it, by the whole otherwise. Value, tag, cursor
// and the count of confirmations always belong to one another; a copy is never half of two answers.

/** Asks for the whole value; null when the copy with this tag is still right. */
export type Read<Value> = (options: ConditionalRead) => Promise<ChangedAnswer<Value> | null>

/** How a list is kept up by its changes alone, where a server tells them. */
export interface DeltaSource<Value, Delta> {
  /** Null when nothing changed; without data when the answer cannot be applied and the whole is to be asked for. */
  read(options: DeltaRead): Promise<ChangedAnswer<Delta | null> | null>
  apply(value: Value, delta: Delta): Value
  /** A whole answer with the parts of the copy that say the same. */
  share(copy: Value, answer: Value): Value
}

export interface Question<Value, Delta> {
  /** What is at hand; undefined at the first read. */
  copy: SavedRead<Value> | undefined
  read: Read<Value>
  delta?: DeltaSource<Value, Delta> | undefined
  /** How many confirmations this device has. */
  countAcked(): Promise<number>
  signal?: AbortSignal | undefined
}

/** The copy that follows the one at hand, as the server has it now. @throws ApiError */
export async function askSavedRead<Value, Delta>(
  question: Question<Value, Delta>,
): Promise<SavedRead<Value>> {
  // Before the question goes out: what is confirmed later may not be in the answer.
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
  // No tag: the copy may be of another past, and a server's word that it is right would be about that one.
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
  // Nobody may answer "unchanged" to who has nothing, or who did not ask so.
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

/** An outbox that cannot be read must not keep the operator from reading: confirmed changes are held a little longer. */
function nothingAcked(error: unknown): number {
  console.warn('The outbox could not be asked what is confirmed.', error)
  return 0
}
