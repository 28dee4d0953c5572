import { toDraft } from '#src/domain/posting/typed-posting.ts'
import { shortHash } from '#src/domain/short-hash.ts'
import type { ListingProblem, UnsentListing } from '#src/storage/uploads-database.ts'
import { type AnswerVerdict, type Attempt, DONE, later, noAnswer } from '../answer-verdict.ts'
import type { UnsentListings } from './unsent-listings.ts'

// One attempt to send a listing: the text, then its files, with the text again after those that arrived, then the
// submission. Each step is idempotent, so it can be repeated after a lost answer or a closed page. Its owner may edit the
// listing meanwhile: the version and the files are noted at the row as it is then, and only what was submitted is submitted.

export type Answer<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; problem: ListingProblem; status: number | null; code: string | null }
  | Unanswered

/** `status` and `retryAfterMs` are those of the answer, if any came. `message` is why it is tried again. */
interface Unanswered {
  kind: 'no-answer'
  status?: number
  retryAfterMs?: number
  message?: string
}

/** Media that the server made from a listing's files, in order. `fileId` is the file's id on the device. */
export type ArrivedFiles = readonly { fileId: string; mediaId: string }[]
export type SentDraft = ReturnType<typeof toDraft>

export interface PostingAttemptParts {
  listings: Pick<
    UnsentListings,
    'find' | 'noteSending' | 'noteVersion' | 'addMedia' | 'refuse' | 'forget'
  >
  /** Saves the text and returns the new version. Saving the same content again changes nothing. */
  save(row: Pick<UnsentListing, 'id' | 'version'>, draft: SentDraft): Promise<Answer<number>>
  /** Sends files until some have arrived; none once all are dropped. All files remain on the device until `dropFiles`. */
  sendFiles(listingId: string, claim: AbortSignal): Promise<Answer<ArrivedFiles>>
  dropFiles(listingId: string, fileIds: readonly string[]): Promise<void>
  /** Stops sending the files of the listing. */
  stopFiles(listingId: string): void
  /** Submits the draft, if it is of this version. */
  submit(row: Pick<UnsentListing, 'id' | 'version'>, key: string): Promise<Answer<void>>
}

/** Sends the listing as it is on this device. `claim` aborts when another page has taken over the change. */
export async function attemptPosting(
  parts: PostingAttemptParts,
  listingId: string,
  claim: AbortSignal,
): Promise<Attempt> {
  const row = await parts.listings.find(listingId)
  // The server has it already, or its owner has discarded it.
  if (!row) return { verdict: DONE, status: null }
  try {
    return await sendRow(parts, row, claim)
  } finally {
    parts.stopFiles(listingId)
  }
}

async function sendRow(
  parts: PostingAttemptParts,
  found: UnsentListing,
  claim: AbortSignal,
): Promise<Attempt> {
  const { listings } = parts
  /** The listing as it was read last. */
  let row = found
  let version = found.version
  let hasProgress = false

  /** Null if the next step may follow; otherwise the result of the attempt. */
  async function go<Value>(
    ask: () => Promise<Answer<Value>>,
    take: (value: Value) => Promise<Attempt | null>,
  ): Promise<Attempt | null> {
    if (claim.aborted) return unanswered({})
    const answer = await ask()
    if (answer.kind === 'done') return take(answer.value)
    if (answer.kind === 'no-answer')
      return { ...unanswered(answer), ...(hasProgress && { hasProgress }) }
    const { problem, status, code } = answer
    const own = problem.newer && findOwn(row, problem.newer)
    if (own) {
      await takeVersion(own)
      return go(ask, take)
    }
    // What was refused is no longer there: the edit is sent when its turn comes.
    if (!(await listings.refuse(row, problem))) return sent()
    return { verdict: refusal(problem, code), status }
  }

  const sent = (): Attempt => ({ verdict: { ...DONE, version }, status: 200 })

  async function takeVersion(next: number): Promise<void> {
    await listings.noteVersion(row, next)
    version = next
    row = { ...row, version, unanswered: [] }
  }

  async function save(): Promise<Attempt | null> {
    return go(
      async () => {
        // Also for a call on top of an earlier one of this device: the answer of each may be lost.
        await listings.noteSending(row, hashOf(row))
        return parts.save({ id: row.id, version: row.version }, toDraft(row.typed, [...row.media]))
      },
      async (next) => {
        await takeVersion(next)
        return null
      },
    )
  }

  async function sendFiles(): Promise<Attempt | null> {
    for (;;) {
      let arrived: ArrivedFiles = []
      const ended = await go(
        () => parts.sendFiles(row.id, claim),
        async (files) => {
          arrived = files
          return null
        },
      )
      if (ended || arrived.length === 0) return ended
      const next = await listings.addMedia(
        row.id,
        arrived.map(({ mediaId }) => mediaId),
      )
      if (!next) return sent() // its owner has discarded it
      row = next
      hasProgress = true
      const unsaved = await save()
      if (unsaved) return unsaved
      await parts.dropFiles(
        row.id,
        arrived.map(({ fileId }) => fileId),
      )
    }
  }

  async function submit(): Promise<Attempt | null> {
    const { submitKey } = row
    if (submitKey === null) return null
    if ((await listings.find(row.id))?.mark !== row.mark) return sent() // an edit takes the submission back
    return go(
      () => parts.submit({ id: row.id, version: row.version }, submitKey),
      async () => null,
    )
  }

  const ended = (await save()) ?? (await sendFiles()) ?? (await submit())
  if (ended) return ended
  await listings.forget(row, row.version ?? 0)
  return sent()
}

function hashOf({ typed, media }: Pick<UnsentListing, 'typed' | 'media'>): string {
  return shortHash(JSON.stringify(toDraft(typed, [...media])))
}

/** The version of the other draft if this device has sent it, and the answer was lost; null if another device has. */
function findOwn(
  { unanswered = [] }: UnsentListing,
  newer: NonNullable<ListingProblem['newer']>,
): number | null {
  return unanswered.includes(hashOf(newer)) ? newer.version : null
}

function unanswered({
  status,
  retryAfterMs = null,
  message,
}: Omit<Unanswered, 'kind' | 'retryAfterMs'> & { retryAfterMs?: number | null }): Attempt {
  const verdict =
    status === undefined
      ? ({ ...noAnswer(message), retryAfterMs } as const)
      : later(null, status, retryAfterMs)
  return { verdict, status: status ?? null }
}

function refusal({ sentence, fields }: ListingProblem, code: string | null): AnswerVerdict {
  return { kind: 'parked', declined: false, message: sentence, code, fields }
}
