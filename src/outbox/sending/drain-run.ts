import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { RunMode } from './drain-run-store.ts'

// Allows one drain at a time per device. A drain run holds a Web Lock, which ends with its tab. A frozen tab keeps the
// lock, so a run without heartbeats is overtaken: leases protect the changes it has in flight, and fences reject its
// writes.

export const DRAIN_LOCK = 'outbox-drain'
export const RECHECK_MS = 2_000 // another tab's drain run ends soon, and may have missed a change that was just queued

/** Result of a drain run: when to run again (epoch ms), or null when no change waits for a time. */
export interface DrainReport {
  nextDueAt: number | null
  /** Another tab or the worker drains. */
  isHeldElsewhere?: boolean
}

export interface DrainRunnerParts {
  store: Pick<OutboxStore, 'isRunAlive'>
  /** Absent in browsers without Web Locks: the leases alone keep two drains apart then. */
  locks: Pick<LockManager, 'request'> | undefined
  now(): number
}

type RunWork = (mode: RunMode) => Promise<DrainReport>

export function createDrainRunner({ store, locks, now }: DrainRunnerParts) {
  /** When a lock holder was first seen without a heartbeat; null while there is no such holder. */
  let heartbeatMissingSince: number | null = null

  function heldElsewhere(): DrainReport {
    return { nextDueAt: now() + RECHECK_MS, isHeldElsewhere: true }
  }

  async function takeLock(held: Pick<LockManager, 'request'>, work: RunWork): Promise<DrainReport> {
    const report = await holdLock(held, { ifAvailable: true }, () => work('sole'))
    const isHeartbeatMissing = report === 'held' && !(await store.isRunAlive(now()))
    heartbeatMissingSince = isHeartbeatMissing
      ? Math.min(heartbeatMissingSince ?? now(), now())
      : null
    if (report !== 'held') return report
    // A new holder may not have sent its first heartbeat yet. If it has not at the next check, it is frozen.
    if (heartbeatMissingSince === null || now() - heartbeatMissingSince < RECHECK_MS)
      return heldElsewhere()
    heartbeatMissingSince = null
    const stolen = await holdLock(held, { steal: true }, () => work('stolen'))
    return stolen === 'held' ? heldElsewhere() : stolen
  }

  return {
    /** Runs `work` if this drain may; otherwise returns when to check again. */
    async tryRun(work: RunWork): Promise<DrainReport> {
      if (locks) return takeLock(locks, work)
      return (await store.isRunAlive(now())) ? heldElsewhere() : work('shared')
    },
  }
}

/** Runs work under the lock; 'held' when another tab has the lock, or stole it meanwhile. */
async function holdLock(
  locks: Pick<LockManager, 'request'>,
  options: LockOptions,
  work: () => Promise<DrainReport>,
): Promise<DrainReport | 'held'> {
  let own: Promise<DrainReport> | null = null
  try {
    await locks.request(DRAIN_LOCK, options, async (lock) => {
      if (!lock) return
      own = work()
      // `own` is returned below: only the lock itself may reject here.
      await Promise.allSettled([own])
    })
  } catch (error) {
    const isStolen = error instanceof DOMException && error.name === 'AbortError'
    if (!isStolen) throw error
    // This tab was frozen. Its run gets no more claims, but completes its calls in flight.
    await own
    return 'held'
  }
  return own ?? 'held'
}
