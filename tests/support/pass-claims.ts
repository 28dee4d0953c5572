import type { Change } from '#src/domain/change.ts'
import type { ClaimOptions } from '#src/outbox/queue/change-rules.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { longestPauseMs } from '#src/outbox/sending/retry-policy.ts'

export interface NewPassClaim extends Partial<Omit<ClaimOptions, 'pass' | 'leaseMsOf'>> {
  /** Lease of every claim, in milliseconds. */
  leaseMs?: number
}

/**
 * Claims due changes as a new drain run does: with a new fencing token, which invalidates all
 * earlier ones.
 */
export async function claimInNewPass(
  store: OutboxStore,
  { nowMs = 0, leaseMs = 40_000, ...options }: NewPassClaim = {},
): Promise<Change[]> {
  const { number: pass } = await store.beginPass('shared', nowMs)
  const claimed = await store.claimChanges({
    userId: 'asha',
    pass,
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
