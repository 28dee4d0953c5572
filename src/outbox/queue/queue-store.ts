import { type Change, isUnsent } from '#src/domain/change.ts'
import { type ChangeRef, isSameChange } from '#src/outbox/change-ref.ts'
import type { ChangeDraft, Stuck } from '#src/outbox/kinds/change-draft.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { findStuck, isAlreadyWanted, listMeaningless, newChange } from './change-rules.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// Turns a decision into a queued change: a new one, or merged with the existing changes of its record.

/**
 * The result of queueing. queued: `change` is new or merged. cancelled: the draft undoes an unsent or stuck change, or
 * is a reason that came too late. unchanged: nothing was needed, and `change` is the record's last change, if any.
 */
export type QueueOutcome = { change: Change | null; outcome: 'queued' | 'cancelled' | 'unchanged' }

export interface QueueStoreOptions {
  makeKey: () => string
  now: () => number
}

export function createQueueStore(
  { changes }: OutboxDatabase,
  { write, listOfRecord, findSame }: OutboxTransaction,
  { makeKey, now }: QueueStoreOptions,
) {
  return {
    /**
     * Queues an action as a new change, or merges it with the earlier changes of its record. With `seen`, the changes of the
     * record as the caller has read them: changes nothing if another tab has changed them since.
     */
    queueChange(given: ChangeDraft, seen?: readonly Change[]): Promise<QueueOutcome> {
      const key = makeKey() // one per call, however often the transaction is repeated
      return write('queue', async () => {
        // Append while the earlier changes are read, because the user is waiting. Usually the appended change stays;
        // otherwise this step removes it again.
        const [about, added] = await Promise.all([listAbout(given), append(given, key)])
        const isCurrent = !seen || isAsSeen(about, seen)
        const { withServersId } = kindOf(given).merging
        const draft = withServersId ? withServersId(given, about) : given
        const earlier = draft.entityId === given.entityId ? about : await listAbout(draft)
        const isAlone = listEnded(earlier, draft).length === 0 && !isTooLate(earlier, draft)
        if (isCurrent && isAlone && draftBehind(listMergeable(earlier, draft), draft) === given)
          return added
        const [, outcome] = await Promise.all([
          changes.delete(added.change.seq),
          isCurrent ? queueBehind(earlier, draft, key) : leave(earlier),
        ])
        return outcome
      })
    },

    /**
     * "… anyway": replaces the change with a new one, with a new key and the other side's version as its base. Returns it; null
     * when the change is no longer in conflict.
     */
    keepMine(given: ChangeRef): Promise<Change | null> {
      return write('keep-mine', async () => {
        const stored = await findSame(given)
        if (stored?.state !== 'conflict') return null
        const { insist, companions } = kindOf(stored).merging
        const draft = insist?.(stored)
        if (!draft) return null
        const key = makeKey()
        const all = await listOfRecord(stored.userId, stored.entityId)
        const insisted = await replace(stored, draft, key)
        const meaningless = listMeaningless(all, stored)
        await changes.bulkPut(meaningless.map((one) => companions?.follow(one, key) ?? one))
        return insisted
      })
    },
  }

  /** The earlier changes of the draft's record; none for a new event. */
  function listAbout({ userId, entityId }: ChangeDraft): Promise<Change[]> {
    return entityId === null ? Promise.resolve([]) : listOfRecord(userId, entityId)
  }

  /** Queues an action behind the record's earlier changes, or merges it with them. */
  async function queueBehind(
    earlier: readonly Change[],
    draft: ChangeDraft,
    key: string,
  ): Promise<QueueOutcome> {
    if (isTooLate(earlier, draft)) return { change: null, outcome: 'cancelled' }
    const result = await merge(listMergeable(earlier, draft), draft, key)
    const ended = result.outcome === 'unchanged' ? [] : listEnded(earlier, draft)
    await changes.bulkDelete(ended.map(({ seq }) => seq))
    return result
  }

  async function merge(
    earlier: readonly Change[],
    draft: ChangeDraft,
    key: string,
  ): Promise<QueueOutcome> {
    const own = draftBehind(earlier, draft)
    if (own) return append(own, key)
    const last = earlier.at(-1) ?? null
    const stuck = findStuck(earlier, draft)
    if (stuck) return supersede(stuck, draft, key)
    if (last && isUnsent(last) && !isAlreadyWanted(last, draft)) return foldInto(last, draft)
    return leave(earlier)
  }

  async function append(draft: ChangeDraft, key: string) {
    const change = newChange(draft, key, now())
    const seq = await changes.add(change as Change) // the database assigns `seq`
    return { change: { ...change, seq } as Change, outcome: 'queued' as const }
  }

  async function foldInto(last: Change, draft: ChangeDraft): Promise<QueueOutcome> {
    const { fold, refold } = kindOf(last).merging
    const folded = fold(last, draft)
    if (!folded) {
      await changes.delete(last.seq)
      return { change: null, outcome: 'cancelled' }
    }
    const change = refold(last, folded)
    await changes.put(change)
    return { change, outcome: 'queued' }
  }

  /** A new decision resolves the record's stuck change and absorbs the changes queued behind it. */
  async function supersede(
    [stuck, ...behind]: Stuck,
    draft: ChangeDraft,
    key: string,
  ): Promise<QueueOutcome> {
    const next = kindOf(draft).merging.foldStuck([stuck, ...behind], draft)
    await changes.bulkDelete(behind.map(({ seq }) => seq))
    if (next) return { change: await replace(stuck, next, key), outcome: 'queued' }
    await changes.delete(stuck.seq)
    return { change: null, outcome: 'cancelled' }
  }

  /** Replaces a resolved change with a new one, which has its own key and the same position in the queue. */
  async function replace(last: Change, draft: ChangeDraft, key: string): Promise<Change> {
    const change = newChange(draft, key, now())
    const own = last.state === 'conflict' ? { afterConflict: true } : {}
    const placed = { ...change, ...own, seq: last.seq, fence: last.fence + 1 } as Change // only `seq` was missing
    await changes.put(placed)
    return placed
  }
}

function leave(earlier: readonly Change[]): QueueOutcome {
  return { change: earlier.at(-1) ?? null, outcome: 'unchanged' }
}

function isAsSeen(stored: readonly Change[], seen: readonly Change[]): boolean {
  const isSame = (one: Change, other: Change | undefined) =>
    other !== undefined && isSameChange(one, other) && one.state === other.state
  return stored.length === seen.length && stored.every((one, place) => isSame(one, seen[place]))
}

/** The earlier changes of a record that a draft may merge with. */
function listMergeable(earlier: readonly Change[], draft: ChangeDraft): readonly Change[] {
  return kindOf(draft).merging.companions?.listMergeable(earlier, draft) ?? earlier
}

/** The earlier changes of a record that a draft removes: unsent reasons, and those that need a person. */
function listEnded(earlier: readonly Change[], draft: ChangeDraft): readonly Change[] {
  return kindOf(draft).merging.companions?.listEnded(earlier, draft) ?? []
}

/** Whether a draft is a reason for a rejection that is no longer this device's last decision about the listing. */
function isTooLate(earlier: readonly Change[], draft: ChangeDraft): boolean {
  return kindOf(draft).merging.companions?.isTooLate(earlier, draft) ?? false
}

/** The draft for a separate change; null if the draft merges with an earlier change or changes nothing. */
function draftBehind(earlier: readonly Change[], draft: ChangeDraft): ChangeDraft | null {
  const last = earlier.at(-1)
  if (!last) return isAlreadyWanted(null, draft) ? null : draft
  if (findStuck(earlier, draft) || isAlreadyWanted(last, draft) || isUnsent(last)) return null
  return kindOf(draft).merging.onOwnVersion?.(draft, last) ?? draft
}
