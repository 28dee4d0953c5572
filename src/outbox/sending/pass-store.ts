import { believedMoment } from '#src/domain/change.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase, PassRow } from '#src/storage/outbox-database.ts'

// Decides which drain of this device may claim. The Web Lock ends with its holder, but a frozen tab keeps it and sends no
// heartbeat. So each drain run gets a fencing token, and only the newest token may claim.

/** Maximum milliseconds between two heartbeats of a drain: one call has 30 s, settling it takes a moment. */
export const PASS_LEASE_MS = 45_000

export type PassStore = ReturnType<typeof createPassStore>

/**
 * How a drain got its turn. sole: no other drain can be running. stolen: from a holder without a heartbeat, which may be
 * thawed. shared: without Web Locks.
 */
export type Turn = 'sole' | 'stolen' | 'shared'

export interface BegunPass {
  number: number
  /** A leftover claim can only belong to a process that died. */
  ignoreLeases: boolean
}

const NO_PASS: PassRow = { name: 'pass', value: 0, aliveUntil: 0, stolenUntil: 0, busyUntil: 0 }

export function createPassStore({ counters }: OutboxDatabase, transaction: OutboxTransaction) {
  const { write, read, forgetMarks } = transaction

  async function findRow(): Promise<PassRow> {
    const row = await counters.get('pass')
    return row?.name === 'pass' ? row : NO_PASS
  }

  return {
    /** Whether the newest drain run has a recent heartbeat. */
    async isPassAlive(nowMs: number): Promise<boolean> {
      const { aliveUntil } = await read('find-pass', findRow)
      return believedMoment(aliveUntil, nowMs, PASS_LEASE_MS) > nowMs
    },

    /** Until when the server asks for no requests at all, epoch milliseconds; 0 when it does not. */
    async findBusyUntil(nowMs: number): Promise<number> {
      const { busyUntil } = await read('find-pass', findRow)
      return believedMoment(busyUntil, nowMs) > nowMs ? busyUntil : 0
    },

    /** Begins a drain run, which overtakes every earlier run; their claims keep their leases. */
    beginPass(turn: Turn, nowMs: number): Promise<BegunPass> {
      return write('begin-pass', async () => {
        const row = await findRow()
        const stolenUntil = turn === 'stolen' ? nowMs + LONGEST_LEASE_MS : row.stolenUntil
        const number = row.value + 1
        const aliveUntil = nowMs + PASS_LEASE_MS
        await counters.put({ ...row, value: number, aliveUntil, stolenUntil })
        await forgetMarks(nowMs)
        const isQuiet = believedMoment(stolenUntil, nowMs, LONGEST_LEASE_MS) <= nowMs
        return { number, ignoreLeases: turn === 'sole' && isQuiet }
      })
    },

    /** Heartbeat of a drain run during a long call. */
    keepPass(pass: number, nowMs: number): Promise<boolean> {
      return write('keep-pass', () => renewPass(pass, nowMs))
    },

    /** Ends a drain run: without Web Locks, no other drain has to wait for its lease. */
    endPass(pass: number): Promise<void> {
      return write('end-pass', async () => {
        const row = await findRow()
        if (row.value === pass) await counters.put({ ...row, aliveUntil: 0 })
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

    renewPass,
  }

  /** Inside a step: heartbeat of a drain run; false when it was overtaken. */
  async function renewPass(pass: number, nowMs: number): Promise<boolean> {
    const row = await findRow()
    if (row.value !== pass) return false
    await counters.put({ ...row, aliveUntil: nowMs + PASS_LEASE_MS })
    return true
  }
}
