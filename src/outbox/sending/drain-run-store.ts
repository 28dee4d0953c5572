import { believedMoment } from '#src/domain/change.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { DrainRunRow, OutboxDatabase } from '#src/storage/outbox-database.ts'

// Decides which drain of this device may claim. The Web Lock ends with its holder, but a frozen tab keeps it and sends no
// heartbeat. So each drain run gets a fencing token, and only the newest token may claim.

/** Maximum milliseconds between two heartbeats of a drain: a call may take 30 s, and settling it a moment more. */
export const RUN_LEASE_MS = 45_000

export type DrainRunStore = ReturnType<typeof createDrainRunStore>

/**
 * How a drain run started. sole: no other drain can be running. stolen: from a lock holder without a heartbeat, which
 * may be thawed later. shared: without Web Locks.
 */
export type RunMode = 'sole' | 'stolen' | 'shared'

export interface StartedRun {
  fencingToken: number
  /** A leftover claim can only belong to a process that died. */
  ignoreLeases: boolean
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

    /** Begins a drain run, which overtakes every earlier run; their claims keep their leases. */
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

    /** Heartbeat of a drain run during a long call. */
    sendHeartbeat(fencingToken: number, nowMs: number): Promise<boolean> {
      return write('keep-pass', () => renewLease(fencingToken, nowMs))
    },

    /** Ends a drain run: without Web Locks, no other drain has to wait for its lease. */
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

  /** Inside a step: heartbeat of a drain run; false when it was overtaken. */
  async function renewLease(fencingToken: number, nowMs: number): Promise<boolean> {
    const row = await findRow()
    if (row.value !== fencingToken) return false
    await counters.put({ ...row, aliveUntil: nowMs + RUN_LEASE_MS })
    return true
  }
}
