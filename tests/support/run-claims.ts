import type { Change } from '#src/domain/change.ts'
import type { ClaimOptions } from '#src/outbox/queue/change-rules.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { longestPauseMs } from '#src/outbox/sending/retry-policy.ts'

export interface NewRunClaim extends Partial<Omit<ClaimOptions, 'fencingToken' | 'leaseMsOf'>> {
  /** Lease of every claim, in milliseconds. */
  leaseMs?: number
}

/**
 * Claims due changes as a new drain run does: with a new fencing token, which invalidates all
 * earlier ones.
 */
export async function claimInNewRun(
  store: OutboxStore,
  { nowMs = 0, leaseMs = 40_000, ...options }: NewRunClaim = {},
): Promise<Change[]> {
  const { fencingToken } = await store.startRun('shared', nowMs)
  const claimed = await store.claimChanges({
    userId: 'asha',
    fencingToken,
    nowMs,
    limit: 10,
    first: 'oldest',
    leaseMsOf: () => leaseMs,
    ignoreLeases: false,
    longestPauseMs: longestPauseMs(false),
    ...options,
  })
  if (!claimed) throw new Error('Another pass began in between.')
  return claimed
}
