import type { ImportMediaRow } from '#server/database/import-rows.ts'

// When a failed address is tried again, and when its listing stops waiting for it.

/** How long a listing waits for its photos and video before it goes to review without them. */
export const WAIT_HOURS = 2
const WAIT_MS = WAIT_HOURS * 3_600_000
const FIRST_WAIT_MS = 60_000
const GROWTH = 4 // five attempts within the two hours: after 1, 4, 16 and 64 minutes

/** The changes to an address after an attempt that another one may make good. */
export function afterFailedFetch(
  { attempts, asked_at }: Pick<ImportMediaRow, 'attempts' | 'asked_at'>,
  sentence: string,
  now: Date,
): Pick<ImportMediaRow, 'state' | 'due_at' | 'sentence'> {
  const next = now.getTime() + FIRST_WAIT_MS * GROWTH ** (attempts - 1)
  const isOver = next >= Date.parse(asked_at) + WAIT_MS
  return { state: isOver ? 'failed' : 'waiting', due_at: new Date(next).toISOString(), sentence }
}

/** An address that was sent then or before is not waited for any more. */
export function endOfWaiting(now: Date): string {
  return new Date(now.getTime() - WAIT_MS).toISOString()
}
