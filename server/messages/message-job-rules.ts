import type { MessageJobRow } from '#server/database/message-rows.ts'

// When a failed delivery is retried, and when it is abandoned.

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000 // after an outage, queued mails are sent within the hour
const GIVEN_UP_MS = 24 * 3_600_000 // an older message would confuse a seller

/** The changes to a job after a failed attempt. */
export function afterFailure(
  { attempts, created_at }: Pick<MessageJobRow, 'attempts' | 'created_at'>,
  now: Date,
): Pick<MessageJobRow, 'due_at' | 'dead_at' | 'leased_until'> {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
  const isOver = now.getTime() - Date.parse(created_at) >= GIVEN_UP_MS
  return {
    due_at: new Date(now.getTime() + waitMs).toISOString(),
    dead_at: isOver ? now.toISOString() : null,
    leased_until: null,
  }
}
