import type { Change, ChangeConflict, ChangeError } from '#src/domain/change.ts'
import type { Confirmed } from '#src/outbox/kinds/change-draft.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'
import { readStored } from '#src/outbox/queue/change-format.ts'
import { rebase } from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

// The storage operations with which a drain run settles a claimed change by the server's answer. Each checks the
// claim's key and fence, so an overtaken drain cannot write.

/** What a claimed change came to: a confirmation, or an update. */
export interface Settlement {
  claimed: Change
  confirmed?: Confirmed
  update?: Partial<Change>
}

export function createSettleStore(
  { changes, counters }: OutboxDatabase,
  { write, read, listChanges, listOfRecord, findSame, listSame }: OutboxTransaction,
  findCopiedConfirmation: () => Promise<number>,
) {
  return {
    /** Confirms a change and rebases later changes of the same record onto its result. */
    async ackChange(claimed: Change, confirmed: Confirmed): Promise<boolean> {
      const first = await findFirstNumber()
      return write('ack', async () => {
        const { userId, entityId } = claimed
        const { form, merging } = kindOf(claimed)
        const all = merging.isOfRecordOnly
          ? await listOfRecord(userId, entityId)
          : await listChanges(userId)
        // If the event found in the list has already confirmed another, identical create, this create is sent again.
        if (merging.isTaken?.(all, claimed, confirmed)) {
          await settle(claimed, { state: 'waiting', notBefore: 0 })
          return false
        }
        const confirmation = ((await counters.get('acked'))?.value ?? first) + 1
        const settled = await settle(claimed, {
          ...form.confirm?.(confirmed),
          state: 'acked',
          ackedAs: confirmation,
          ackedVersion: confirmed.version,
          lastError: null,
        })
        if (!settled) return false
        await counters.put({ name: 'acked', value: confirmation })
        const rebased = all.map((change) => rebase(change, claimed, confirmed))
        await changes.bulkPut(rebased.filter((change, index) => change !== all[index]))
        return true
      })
    },

    /**
     * Settles changes that one call has sent: those with a confirmation are confirmed, under one number, and the others get
     * their update. Returns those that were settled: another run may have taken over the claim of the others.
     */
    async settleTogether(settlements: readonly Settlement[]): Promise<Change[]> {
      const first = await findFirstNumber()
      return write('settle-together', async () => {
        const confirmation = ((await counters.get('acked'))?.value ?? first) + 1
        const rows = await listSame(settlements.map(({ claimed }) => claimed))
        const settled: Change[] = []
        const confirmed = new Map<string, Settlement>()
        for (const [place, settlement] of settlements.entries()) {
          const stored = rows[place]
          const { claimed } = settlement
          if (!stored || !isClaimed(stored, claimed)) continue
          settled.push(settleWith(stored, settlement, confirmation))
          if (settlement.confirmed) confirmed.set(claimed.entityId, settlement)
        }
        await changes.bulkPut(settled)
        if (confirmed.size === 0) return settled
        await counters.put({ name: 'acked', value: confirmation })
        const rebased = await listRebased(settlements, confirmed)
        await changes.bulkPut(rebased)
        return settled
      })
    },

    /**
     * Delays a change without an answer, or with an answer that means "later", until `notBefore`. No trigger makes the
     * change due before `floor`.
     */
    postponeChange(
      claimed: Change,
      { notBefore, floor }: { notBefore: number; floor: number },
      error: ChangeError,
    ): Promise<boolean> {
      const update = { state: 'waiting', notBefore, floor, lastError: error } as const
      return write('postpone', () => settle(claimed, update))
    },

    /** The session ended before the server accepted the change, which waits until the same person signs in again. */
    holdForSignIn(claimed: Change, error: ChangeError): Promise<boolean> {
      return write('hold-for-sign-in', () =>
        settle(claimed, { state: 'waiting', notBefore: 0, lastError: error }),
      )
    },

    /** Prolongs the lease of a claim whose calls take long. False if another run has taken it over. */
    keepClaim(claimed: Change, leasedUntil: number): Promise<boolean> {
      return write('keep-claim', () => settle(claimed, { state: 'sending', leasedUntil }))
    },

    parkChange(claimed: Change, error: ChangeError): Promise<boolean> {
      return write('park', () => settle(claimed, { state: 'parked', lastError: error }))
    },

    setConflict(claimed: Change, conflict: ChangeConflict, error: ChangeError): Promise<boolean> {
      return write('set-conflict', () =>
        settle(claimed, { state: 'conflict', conflict, lastError: error }),
      )
    },
  }

  /**
   * The number below the first one of this database. A recreated database begins above the numbers of the lost one, which
   * cached reads still have: the time alone is below them once the device's clock was set back.
   */
  async function findFirstNumber(): Promise<number> {
    if (await read('find-last-confirmation', () => counters.get('acked'))) return 0
    return Math.max(Date.now(), await findCopiedConfirmation())
  }

  /** Inside a step: the later changes of the confirmed records, rebased onto their results. */
  async function listRebased(
    settlements: readonly Settlement[],
    confirmed: ReadonlyMap<string, Settlement>,
  ): Promise<Change[]> {
    const keys = settlements.map(({ claimed }) => [claimed.userId, claimed.entityId])
    const about = await changes.where('[userId+entityId]').anyOf(keys).toArray()
    return about.flatMap((row) => {
      const change = readStored(row)
      const settlement = change && confirmed.get(change.entityId)
      if (!change || !settlement?.confirmed) return []
      const next = rebase(change, settlement.claimed, settlement.confirmed)
      return next === change ? [] : [next]
    })
  }

  async function settle(claimed: Change, update: Partial<Change>): Promise<boolean> {
    const stored = await findSame(claimed)
    if (!stored || !isClaimed(stored, claimed)) return false
    await changes.put({ ...stored, leasedUntil: 0, ...update } as Change) // an update never alters the kind of a change
    return true
  }
}

/** Whether the claim of this change still holds. */
function isClaimed({ state, fence }: Change, claimed: Change): boolean {
  return state === 'sending' && fence === claimed.fence
}

function settleWith(stored: Change, { confirmed, update }: Settlement, number: number): Change {
  const next: Partial<Change> = confirmed
    ? { state: 'acked', ackedAs: number, ackedVersion: confirmed.version, lastError: null }
    : (update ?? {})
  return { ...stored, leasedUntil: 0, ...next } as Change // an update never alters the kind of a change
}
