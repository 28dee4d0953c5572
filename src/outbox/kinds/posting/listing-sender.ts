import { type TypedPosting, toDraft } from '#src/domain/posting/typed-posting.ts'
import type { ListingProblem, UnsentListing } from '#src/storage/uploads-database.ts'
import type { ListingLocks } from './listing-locks.ts'
import type { UnsentListings } from './unsent-listings.ts'

// Sends one person's unsent listings: the text, then the files, then the submission. Each step is idempotent, so it can
// be repeated after a lost answer or a closed page.

export type Answer<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'refused'; problem: ListingProblem }
  /** `retryAfterMs`: the wait that the server asks for. */
  | { kind: 'no-answer'; retryAfterMs?: number }

/** The media that the server made from a listing's files, in order. `fileId` is the file's id on the device. */
export type ArrivedFiles = readonly { fileId: string; mediaId: string }[]

export interface ListingSenderParts {
  listings: Pick<UnsentListings, 'list' | 'note' | 'forget'>
  locks: Pick<ListingLocks, 'alone'>
  /** Saves the text and returns the new version. Saving the same content again changes nothing. */
  save(row: Pick<UnsentListing, 'id' | 'version'>, draft: SentDraft): Promise<Answer<number>>
  /** Sends the files that are not on the server yet. All files remain on the device until `dropFiles`. */
  sendFiles(listingId: string, signal: AbortSignal): Promise<Answer<ArrivedFiles>>
  dropFiles(fileIds: readonly string[]): Promise<void>
  submit(id: string, key: string): Promise<Answer<void>>
  /** Reports the listing that is being sent; null when the attempt has ended. */
  onSending(id: string | null): void
  onSent(sent: SentListing): void
  /** Runs the work in one tab at a time. */
  runAlone: (work: () => Promise<void>) => Promise<void>
  /** Resolves when the next try is due, at the earliest after the wait that the server asked for. */
  waitToRetry: (tries: number, signal: AbortSignal, retryAfterMs: number | null) => Promise<void>
}

export type SentDraft = ReturnType<typeof toDraft>
export interface SentListing {
  typed: TypedPosting
  isSubmitted: boolean
}

type Outcome = 'sent' | 'refused' | 'no-answer' | 'stopped' | 'open' | 'busy'

export type ListingSender = ReturnType<typeof createListingSender>

export function createListingSender(parts: ListingSenderParts) {
  const { listings } = parts
  const closing = new AbortController()
  let isRunning = false
  let isWanted = false
  /** The longest wait that the server asked for during a round; 0 for none. */
  let askedMs = 0

  async function run(): Promise<void> {
    let tries = 0
    do {
      isWanted = false
      askedMs = 0
      const outcomes = await sendAll()
      if (!outcomes.includes('no-answer') && !outcomes.includes('busy')) continue
      tries += 1
      isWanted = true
      await parts.waitToRetry(tries, closing.signal, askedMs || null)
    } while (isWanted && !closing.signal.aborted)
  }

  async function sendAll(): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const row of await listings.list()) {
      if (row.problem !== null || closing.signal.aborted) continue
      outcomes.push(await parts.locks.alone(row.id, (signal) => send(row, signal)))
    }
    return outcomes
  }

  async function send(row: UnsentListing, opened: AbortSignal): Promise<Outcome> {
    const stop = new AbortController()
    for (const signal of [opened, closing.signal])
      signal.addEventListener('abort', () => stop.abort(), { once: true })
    const step = makeSteps(row, stop.signal)
    const outcome =
      (await step.save()) ?? (await step.sendFiles()) ?? (await step.submit()) ?? 'sent'
    parts.onSending(null)
    if (outcome !== 'sent') return outcome
    await listings.forget(row)
    parts.onSent({ typed: row.typed, isSubmitted: row.submitKey !== null })
    return outcome
  }

  /** Each step returns the outcome that ends the sending of the listing, or null if the next step may follow. */
  function makeSteps(row: UnsentListing, signal: AbortSignal) {
    let { version, media } = row

    async function go<Value>(
      ask: () => Promise<Answer<Value>>,
      goOn: (value: Value) => Promise<boolean>,
    ): Promise<Outcome | null> {
      if (signal.aborted) return 'stopped'
      const answer = await ask()
      if (answer.kind === 'no-answer') {
        askedMs = Math.max(askedMs, answer.retryAfterMs ?? 0)
        return 'no-answer'
      }
      if (answer.kind === 'done') return (await goOn(answer.value)) ? null : 'stopped'
      await listings.note(row, { problem: answer.problem, submitKey: null })
      return 'refused'
    }

    function save(): Promise<Outcome | null> {
      return go(
        () => parts.save({ id: row.id, version }, toDraft(row.typed, [...media])),
        (next) => {
          parts.onSending(row.id)
          version = next
          return listings.note(row, { version })
        },
      )
    }

    return {
      save,
      async sendFiles(): Promise<Outcome | null> {
        let arrived: ArrivedFiles = []
        const ended = await go(
          () => parts.sendFiles(row.id, signal),
          (files) => {
            arrived = files
            media = [...new Set([...media, ...files.map(({ mediaId }) => mediaId)])]
            return listings.note(row, { media })
          },
        )
        if (ended !== null || arrived.length === 0) return ended
        const saved = await save()
        if (saved === null) await parts.dropFiles(arrived.map(({ fileId }) => fileId))
        return saved
      },
      async submit(): Promise<Outcome | null> {
        const { submitKey } = row
        if (submitKey === null) return null
        return go(
          () => parts.submit(row.id, submitKey),
          async () => true,
        )
      },
    }
  }

  async function start(): Promise<void> {
    isWanted = true
    if (isRunning || closing.signal.aborted) return
    isRunning = true
    try {
      await parts.runAlone(run)
    } catch (error) {
      isWanted = false // the next start tries again; trying at once would fail in a loop
      console.error('The listings on this device could not be sent.', error)
    } finally {
      isRunning = false
    }
    // `start` was called while the lock was being released, so that call has sent nothing.
    if (isWanted) await start()
  }

  return {
    /**
     * Sends all unsent listings except those that were refused or are open. Retries while a listing gets no answer, or
     * another tab has its lock.
     */
    start,
    /** Stops sending; what was not sent stays on the device. */
    close(): void {
      closing.abort()
    },
  }
}
