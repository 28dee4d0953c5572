import { believedMoment } from '#src/domain/change.ts'
import { LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase, PassRow } from '#src/storage/outbox-database.ts'

// Which drain of this device may claim. The browser's lock ends with its holder, but a frozen tab keeps it and shows no
// sign of life; so each pass has a number here, and only the newest one's claims are granted.

/** Milliseconds from one sign of life to the next that a drain may leave: one call has 30 s, settling it a moment. */
export const PASS_LEASE_MS = 45_000

export type PassStore = ReturnType<typeof createPassStore>

/**
 * How a drain came to its turn. sole: nobody else can be at it. stolen: from a holder that gave no sign of life, and may
 * be thawed. shared: without the browser's locks.
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
    /** Whether the newest pass has given a sign of life lately. */
    async isPassAlive(nowMs: number): Promise<boolean> {
      const { aliveUntil } = await read('find-pass', findRow)
      return believedMoment(aliveUntil, nowMs, PASS_LEASE_MS) > nowMs
    },

    /** Until when the server as a whole asks to be left alone, epoch milliseconds; 0 when it does not. */
    async findBusyUntil(nowMs: number): Promise<number> {
      const { busyUntil } = await read('find-pass', findRow)
      return believedMoment(busyUntil, nowMs) > nowMs ? busyUntil : 0
    },

    /** Begins a pass; every earlier one is overtaken, and what it has under way keeps its leases. */
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

    /** A sign of life of a pass whose call takes long. */
    keepPass(pass: number, nowMs: number): Promise<boolean> {
      return write('keep-pass', () => renewPass(pass, nowMs))
    },

    /** The pass is over: without the browser's lock, nobody else has to wait for its lease. */
    endPass(pass: number): Promise<void> {
      return write('end-pass', async () => {
        const row = await findRow()
        if (row.value === pass) await counters.put({ ...row, aliveUntil: 0 })
      })
    },

    /** The server as a whole asks to be left alone until then, epoch milliseconds; the longest such wish holds. */
    holdAll(busyUntil: number, nowMs: number): Promise<void> {
      return write('hold-all', async () => {
        const row = await findRow()
        const before = believedMoment(row.busyUntil, nowMs)
        await counters.put({ ...row, busyUntil: Math.max(before, busyUntil) })
      })
    },

    renewPass,
  }

  /** Inside a step: a sign of life of a pass; false when it was overtaken. */
  async function renewPass(pass: number, nowMs: number): Promise<boolean> {
    const row = await findRow()
    if (row.value !== pass) return false
    await counters.put({ ...row, aliveUntil: nowMs + PASS_LEASE_MS })
    return true
  }
}
