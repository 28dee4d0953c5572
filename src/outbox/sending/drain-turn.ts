import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Turn } from './pass-store.ts'

// One drain at a time on a device. The browser's lock is held for a pass and ends with its tab; a tab that its browser
// froze keeps it, so a pass that gives no sign of life is overtaken. What it still has under way is held off by leases,
// what it would write by fences.

export const DRAIN_LOCK = 'outbox-drain'
export const LOOK_AGAIN_MS = 2_000 // another tab's pass is over soon, and may have ended just before a change came

/** What a pass left behind: when to look again (epoch ms), or null when nothing waits for a moment. */
export interface DrainReport {
  nextDueAt: number | null
  /** Another tab or the worker is at it. */
  isHeldElsewhere?: boolean
}

export interface TurnParts {
  store: Pick<OutboxStore, 'isPassAlive'>
  /** Absent in browsers without Web Locks: the leases alone keep two drains apart then. */
  locks: Pick<LockManager, 'request'> | undefined
  now(): number
}

type PassWork = (turn: Turn) => Promise<DrainReport>

export function createDrainTurn({ store, locks, now }: TurnParts) {
  /** Since when somebody holds the lock and gives no sign of life, as far as was looked; null when nobody does. */
  let silentSince: number | null = null

  function lookAgain(): DrainReport {
    return { nextDueAt: now() + LOOK_AGAIN_MS, isHeldElsewhere: true }
  }

  async function takeLock(
    held: Pick<LockManager, 'request'>,
    work: PassWork,
  ): Promise<DrainReport> {
    const report = await holdLock(held, { ifAvailable: true }, () => work('sole'))
    const isSilent = report === 'held' && !(await store.isPassAlive(now()))
    silentSince = isSilent ? Math.min(silentSince ?? now(), now()) : null
    if (report !== 'held') return report
    // A holder that has just come to its turn may not have said so yet: at the next look it has, or it is not alive.
    if (silentSince === null || now() - silentSince < LOOK_AGAIN_MS) return lookAgain()
    silentSince = null
    const stolen = await holdLock(held, { steal: true }, () => work('stolen'))
    return stolen === 'held' ? lookAgain() : stolen
  }

  return {
    /** Runs a pass if it is this drain's turn; else tells when to look again. */
    async take(work: PassWork): Promise<DrainReport> {
      if (locks) return takeLock(locks, work)
      return (await store.isPassAlive(now())) ? lookAgain() : work('shared')
    },
  }
}

/** Runs work under the lock; 'held' when another tab has it, or took it away meanwhile. */
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
      // How the work ends is told below: what rejects here is the lock's own word.
      await Promise.allSettled([own])
    })
  } catch (error) {
    const isStolen = error instanceof DOMException && error.name === 'AbortError'
    if (!isStolen) throw error
    // This tab was the frozen one. Its pass gets no more claims, and what it has under way comes to its end.
    await own
    return 'held'
  }
  return own ?? 'held'
}
