import type { WebhookDeliveryRow } from '#server/database/webhook-rows.ts'

// When a failed delivery is retried, and when it is abandoned.

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 6 * 3_600_000
const GROWTH = 4 // eight attempts in the first eight hours, ten in a day
const GIVEN_UP_MS = 24 * 3_600_000
/** Failed attempts in a row that pause a webhook: about ten events that were tried for a day. */
export const MOST_FAILURES = 100

/** The changes to a delivery after a failed attempt. */
export function afterFailure(
  { attempts, created_at }: Pick<WebhookDeliveryRow, 'attempts' | 'created_at'>,
  now: Date,
): Pick<WebhookDeliveryRow, 'due_at' | 'dead_at' | 'leased_until'> {
  const waitMs = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), LONGEST_WAIT_MS)
  const next = now.getTime() + waitMs
  const isOver = next > Date.parse(created_at) + GIVEN_UP_MS
  return {
    due_at: new Date(next).toISOString(),
    dead_at: isOver ? now.toISOString() : null,
    leased_until: null,
  }
}
