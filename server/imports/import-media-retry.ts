import type { ImportMediaRow } from '#server/database/import-rows.ts'

// When a failed URL is fetched again, and when its listing stops waiting for it.

/** How long a listing waits for its photos and video before it goes to review without them. */
export const WAIT_HOURS = 2
const WAIT_MS = WAIT_HOURS * 3_600_000
const FIRST_WAIT_MS = 60_000
const GROWTH = 4 // five attempts within the two hours, with pauses of 1, 4, 16 and 64 minutes

/** The changes to a row that schedule another attempt; 'failed' if the listing does not wait that long. */
export function afterFailedFetch(
  { attempts, asked_at }: Pick<ImportMediaRow, 'attempts' | 'asked_at'>,
  sentence: string,
  now: Date,
): Pick<ImportMediaRow, 'state' | 'due_at' | 'sentence'> {
  const next = now.getTime() + FIRST_WAIT_MS * GROWTH ** (attempts - 1)
  const isOver = next >= Date.parse(asked_at) + WAIT_MS
  return { state: isOver ? 'failed' : 'waiting', due_at: new Date(next).toISOString(), sentence }
}

/** A listing no longer waits for a URL that its site sent at this time or before. */
export function endOfWaiting(now: Date): string {
  return new Date(now.getTime() - WAIT_MS).toISOString()
}
