import { toDraft } from '#src/domain/posting/typed-posting.ts'
import { joinSignals } from '#src/outbox/joined-signal.ts'
import type { ListingProblem, UnsentListing } from '#src/storage/uploads-database.ts'
import { type AnswerVerdict, type Attempt, DONE, later, noAnswer } from '../answer-verdict.ts'
import type { ListingLocks } from './listing-locks.ts'
import type { UnsentListings } from './unsent-listings.ts'

// One attempt to send a listing: the text, then the files, then the text with the files, then the submission. Each step is
// idempotent, so it can be repeated after a lost answer or a closed page.

export type Answer<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; problem: ListingProblem; status: number | null; code: string | null }
  | Unanswered

/** `status` and `retryAfterMs` are those of the answer, if any came. */
interface Unanswered {
  kind: 'no-answer'
  status?: number
  retryAfterMs?: number
}

/** The media that the server made from a listing's files, in order. `fileId` is the file's id on the device. */
export type ArrivedFiles = readonly { fileId: string; mediaId: string }[]
export type SentDraft = ReturnType<typeof toDraft>

export interface PostingAttemptParts {
  listings: Pick<UnsentListings, 'find' | 'note' | 'forget'>
  locks: Pick<ListingLocks, 'alone'>
  /** Saves the text and returns the new version. Saving the same content again changes nothing. */
  save(row: Pick<UnsentListing, 'id' | 'version'>, draft: SentDraft): Promise<Answer<number>>
  /** Sends the files that are not on the server yet. All files remain on the device until `dropFiles`. */
  sendFiles(listingId: string, signal: AbortSignal): Promise<Answer<ArrivedFiles>>
  dropFiles(fileIds: readonly string[]): Promise<void>
  submit(id: string, key: string): Promise<Answer<void>>
}

/** Sends the listing as it is on this device now. `claim` aborts when another page has taken over the change. */
export async function attemptPosting(
  parts: PostingAttemptParts,
  listingId: string,
  claim: AbortSignal,
): Promise<Attempt> {
  const attempt = await parts.locks.alone(listingId, async (opened) => {
    const row = await parts.listings.find(listingId)
    // The server has it already, or its owner has discarded it.
    if (!row) return { verdict: DONE, status: null }
    return sendRow(parts, row, joinSignals([claim, opened]))
  })
  return attempt === 'open' || attempt === 'busy' ? wait(OPEN) : attempt
}

const OPEN = 'It is open for editing. It is sent once it is closed.'
const EDITED = 'It was changed while it was being sent.'

async function sendRow(
  parts: PostingAttemptParts,
  row: UnsentListing,
  signal: AbortSignal,
): Promise<Attempt> {
  const { listings } = parts
  let { version, media } = row
  let arrived: ArrivedFiles = []

  /** Null if the next step may follow; otherwise the result of the attempt. */
  async function go<Value>(
    ask: () => Promise<Answer<Value>>,
    goOn: (value: Value) => Promise<boolean>,
  ): Promise<Attempt | null> {
    if (signal.aborted) return wait(OPEN)
    const answer = await ask()
    if (answer.kind === 'done') return (await goOn(answer.value)) ? null : wait(EDITED)
    if (answer.kind === 'no-answer') return unanswered(answer)
    const { problem, status, code } = answer
    const isNoted = await listings.note(row, { problem, submitKey: null })
    return isNoted ? { verdict: refusal(problem, code), status } : wait(EDITED)
  }

  const save = () =>
    go(
      () => parts.save({ id: row.id, version }, toDraft(row.typed, [...media])),
      (next) => {
        version = next
        return listings.note(row, { version })
      },
    )
  const sendFiles = () =>
    go(
      () => parts.sendFiles(row.id, signal),
      (files) => {
        arrived = files
        media = [...new Set([...media, ...files.map(({ mediaId }) => mediaId)])]
        return listings.note(row, { media })
      },
    )

  async function saveFiles(): Promise<Attempt | null> {
    if (arrived.length === 0) return null
    const ended = await save()
    if (ended === null) await parts.dropFiles(arrived.map(({ fileId }) => fileId))
    return ended
  }

  async function submit(): Promise<Attempt | null> {
    const { submitKey } = row
    if (submitKey === null) return null
    return go(
      () => parts.submit(row.id, submitKey),
      async () => true,
    )
  }

  const ended = (await save()) ?? (await sendFiles()) ?? (await saveFiles()) ?? (await submit())
  if (ended) return ended
  await listings.forget(row)
  return { verdict: { ...DONE, version }, status: 200 }
}

function wait(message: string): Attempt {
  return { verdict: later(message, 0, null), status: null }
}

function unanswered({ status, retryAfterMs }: Unanswered): Attempt {
  const verdict = status === undefined ? noAnswer() : later(null, status, retryAfterMs ?? null)
  return { verdict, status: status ?? null }
}

function refusal({ sentence, fields }: ListingProblem, code: string | null): AnswerVerdict {
  return { kind: 'parked', declined: false, message: sentence, code, fields }
}
