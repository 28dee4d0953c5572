import { believedMoment } from '#src/domain/change.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { DrainRunRow, OutboxDatabase } from '#src/storage/outbox-database.ts'

// Allows one drain at a time per device. A drain run holds a Web Lock, which ends with its tab. A frozen tab keeps the
// lock and sends no heartbeat, so a run without heartbeats is overtaken: each run gets a fencing token, only the newest
// token may claim, leases protect the changes that a frozen run has in flight, and fences reject its writes.

export const DRAIN_LOCK = 'outbox-drain'
export const RECHECK_MS = 2_000 // another tab's drain run ends soon, and may have missed a change that was just queued
const YIELD_MS = 30_000 // the visible page is notified; this is for one that closes before it has sent everything
/** Maximum milliseconds between two heartbeats of a drain: a call may take 30 s, and settling it a moment more. */
export const RUN_LEASE_MS = 45_000

/**
 * How a drain run started. sole: no other drain can be running. stolen: it took the lock from a holder without a
 * heartbeat, which may be thawed later. shared: without Web Locks.
 */
export type RunMode = 'sole' | 'stolen' | 'shared'

export interface StartedRun {
  fencingToken: number
  /** Whether no other drain can be alive: a leftover claim then belongs to a process that died. */
  ignoreLeases: boolean
}

/** Result of a drain run: when to run again (epoch ms), or null if no change will become due by itself. */
export interface DrainReport {
  nextDueAt: number | null
  /** Whether another tab or the worker is draining. */
  isHeldElsewhere?: boolean
}

/** What decides which page or worker drains. */
export interface DrainTurn {
  /** Absent in browsers without Web Locks: the leases alone keep two drains apart then. */
  locks: Pick<LockManager, 'request'> | undefined
  /** Whether this page is hidden and leaves the sending to a visible page. */
  yieldsToOther?: () => Promise<boolean>
  /** Whether a hidden page holds the lock, while this page is visible. */
  isHeldByHiddenPage?: ((lock: string) => Promise<boolean>) | undefined
}

export interface DrainRunnerParts extends DrainTurn {
  store: Pick<ReturnType<typeof createDrainRunStore>, 'isRunAlive'>
  now(): number
}

type RunWork = (mode: RunMode) => Promise<DrainReport>

export function createDrainRunner({ store, locks, now, ...parts }: DrainRunnerParts) {
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
    // A new holder may not have sent its first heartbeat yet. If it has sent none by the next check, it is frozen.
    const isSilent = heartbeatMissingSince !== null && now() - heartbeatMissingSince >= RECHECK_MS
    // A hidden page may be frozen, and the person is looking at this one: its decision must not wait for the heartbeat.
    if (!isSilent && !(await parts.isHeldByHiddenPage?.(DRAIN_LOCK))) return heldElsewhere()
    heartbeatMissingSince = null
    const stolen = await holdLock(held, { steal: true }, () => work('stolen'))
    return stolen === 'held' ? heldElsewhere() : stolen
  }

  return {
    /** Runs `work`. If another tab or the worker is draining, or a visible page can, only returns when to check again. */
    async tryRun(work: RunWork): Promise<DrainReport> {
      if (await parts.yieldsToOther?.())
        return { nextDueAt: now() + YIELD_MS, isHeldElsewhere: true }
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
      // The result of `own` is returned below, so only a failure of the lock itself may reject here.
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

const NO_RUN: DrainRunRow = { name: 'pass', value: 0, aliveUntil: 0, stolenUntil: 0, busyUntil: 0 }

export function createDrainRunStore({ counters }: OutboxDatabase, transaction: OutboxTransaction) {
  const { write, read, removeExpiredMarkers } = transaction

  async function findRow(): Promise<DrainRunRow> {
    const row = await counters.get('pass')
    return row?.name === 'pass' ? row : NO_RUN
  }

  return {
    /** Whether the newest drain run has a recent heartbeat. */
    async isRunAlive(nowMs: number): Promise<boolean> {
      const { aliveUntil } = await read('find-pass', findRow)
      return believedMoment(aliveUntil, nowMs, RUN_LEASE_MS) > nowMs
    },

    /** The end of the period in which the server wants no requests, in epoch milliseconds; 0 if there is none. */
    async findBusyUntil(nowMs: number): Promise<number> {
      const { busyUntil } = await read('find-pass', findRow)
      return believedMoment(busyUntil, nowMs) > nowMs ? busyUntil : 0
    },

    /** Begins a drain run, which overtakes every earlier run; claims of earlier runs keep their leases. */
    startRun(mode: RunMode, nowMs: number): Promise<StartedRun> {
      return write('begin-pass', async () => {
        const row = await findRow()
        const stolenUntil = mode === 'stolen' ? nowMs + LONGEST_LEASE_MS : row.stolenUntil
        const fencingToken = row.value + 1
        const aliveUntil = nowMs + RUN_LEASE_MS
        await counters.put({ ...row, value: fencingToken, aliveUntil, stolenUntil })
        await removeExpiredMarkers(nowMs)
        const isQuiet = believedMoment(stolenUntil, nowMs, LONGEST_LEASE_MS) <= nowMs
        return { fencingToken, ignoreLeases: mode === 'sole' && isQuiet }
      })
    },

    /** Heartbeat of a drain run during a long call; false when the run was overtaken. */
    sendHeartbeat(fencingToken: number, nowMs: number): Promise<boolean> {
      return write('keep-pass', () => renewLease(fencingToken, nowMs))
    },

    /** Ends a drain run, so that without Web Locks no other drain waits for its lease. */
    endRun(fencingToken: number): Promise<void> {
      return write('end-pass', async () => {
        const row = await findRow()
        if (row.value === fencingToken) await counters.put({ ...row, aliveUntil: 0 })
      })
    },

    /** Holds all sending until `busyUntil` (epoch milliseconds), as the server asked; the latest time wins. */
    holdAll(busyUntil: number, nowMs: number): Promise<void> {
      return write('hold-all', async () => {
        const row = await findRow()
        const before = believedMoment(row.busyUntil, nowMs)
        await counters.put({ ...row, busyUntil: Math.max(before, busyUntil) })
      })
    },

    renewLease,
  }

  /** Inside a transaction: heartbeat of a drain run; false when the run was overtaken. */
  async function renewLease(fencingToken: number, nowMs: number): Promise<boolean> {
    const row = await findRow()
    if (row.value !== fencingToken) return false
    await counters.put({ ...row, aliveUntil: nowMs + RUN_LEASE_MS })
    return true
  }
}
