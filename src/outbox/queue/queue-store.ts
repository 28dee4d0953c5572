import { type Change, isNewId, isUnsent } from '#src/domain/change.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import {
  type ChangeDraft,
  findStuck,
  foldDraft,
  foldStuck,
  isAlreadyWanted,
  newChange,
  type Stuck,
} from './change-rules.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// How a decision becomes a change of the queue: one of its own, or one with what there is of its record already.

/** What queueing did: a new or folded change, or nothing because it cancelled out or was there already. */
export type QueueOutcome = { change: Change | null; outcome: 'queued' | 'cancelled' | 'unchanged' }

export interface QueueStoreOptions {
  makeKey: () => string
  now: () => number
}

export function createQueueStore(
  { changes }: OutboxDatabase,
  { write, listOfRecord, findChange }: OutboxTransaction,
  { makeKey, now }: QueueStoreOptions,
) {
  return {
    /** Puts an action in the queue, folding it into an unsent change of the same record. */
    queueChange(given: ChangeDraft): Promise<QueueOutcome> {
      const key = makeKey() // one for each queueing, however often its transaction is repeated
      return write('queue', async () => {
        // In one go, as a person waits: mostly a change stands as it is given. Else it is taken back in this same step.
        const [about, added] = await Promise.all([listAbout(given), append(given, key)])
        const draft = withServersId(given, about)
        const earlier = draft.entityId === given.entityId ? about : await listAbout(draft)
        if (draftBehind(earlier, draft) === given) return added
        const [, outcome] = await Promise.all([
          changes.delete(added.change.seq),
          queueBehind(earlier, draft, key),
        ])
        return outcome
      })
    },

    /** "Keep mine": a new change with a new key on the version that won, in the old one's place. */
    keepMine(seq: number): Promise<boolean> {
      return write('keep-mine', async () => {
        const stored = await findChange(seq)
        if (stored?.state !== 'conflict' || !stored.conflict) return false
        if (stored.entity !== 'listing') return false
        const { status, version } = stored.conflict
        const draft = { ...stored, from: status ?? stored.from, baseVersion: version }
        await replace(stored, draft, makeKey())
        return true
      })
    },
  }

  /** Of a new event there is nothing yet. */
  function listAbout({ userId, entityId }: ChangeDraft): Promise<Change[]> {
    return entityId === null ? Promise.resolve([]) : listOfRecord(userId, entityId)
  }

  /** By what there is of the record already. */
  async function queueBehind(
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
    return { change: last, outcome: 'unchanged' }
  }

  async function append(draft: ChangeDraft, key: string) {
    const change = newChange(draft, key, now())
    const seq = await changes.add(change as Change) // the database gives it its place
    return { change: { ...change, seq } as Change, outcome: 'queued' as const }
  }

  async function foldInto(last: Change, draft: ChangeDraft): Promise<QueueOutcome> {
    const folded = foldDraft(last, draft)
    if (!folded) {
      await changes.delete(last.seq)
      return { change: null, outcome: 'cancelled' }
    }
    const { entityName, action } = folded
    const own =
      folded.entity === 'listing' ? { origin: folded.origin } : { earlier: folded.earlier ?? [] }
    const change = { ...last, entityName, action, ...own } as Change // folded of the same record, so of the same kind
    await changes.put(change)
    return { change, outcome: 'queued' }
  }

  /** A new decision on a record answers what needed a person about it, and takes in what waited behind. */
  async function supersede(
    [stuck, ...behind]: Stuck,
    draft: ChangeDraft,
    key: string,
  ): Promise<QueueOutcome> {
    const next = foldStuck([stuck, ...behind], draft)
    await changes.bulkDelete(behind.map(({ seq }) => seq))
    if (next) return { change: await replace(stuck, next, key), outcome: 'queued' }
    await changes.delete(stuck.seq)
    return { change: null, outcome: 'cancelled' }
  }

  /** A change of its own, with a key of its own, in the place of one that is settled by it. */
  async function replace(last: Change, draft: ChangeDraft, key: string): Promise<Change> {
    const change = newChange(draft, key, now())
    const own = last.state === 'conflict' ? { afterConflict: true } : {}
    const placed = { ...change, ...own, seq: last.seq, fence: last.fence + 1 } as Change // the same kind with a place
    await changes.put(placed)
    return placed
  }
}

/** An event that this device made may be known by the server meanwhile: what is asked of it is asked of that one. */
function withServersId(draft: ChangeDraft, all: readonly Change[]): ChangeDraft {
  const { entity, entityId } = draft
  if (entity !== 'event' || entityId === null || !isNewId(entityId)) return draft
  const made = all.find((change) => change.entityId === entityId && change.state === 'acked')
  const eventId = made?.entity === 'event' ? made.ackedResult?.id : null
  return eventId ? { ...draft, entityId: eventId } : draft
}

/** What becomes a change of its own; null where it is one with an earlier one, or wanted already. */
function draftBehind(earlier: readonly Change[], draft: ChangeDraft): ChangeDraft | null {
  const last = earlier.at(-1) ?? null
  const isOwn = !findStuck(earlier, draft) && !isAlreadyWanted(last, draft)
  return isOwn && !(last && isUnsent(last)) ? onOwnVersion(draft, last) : null
}

/** What the operator saw may be older than their own last change, which is no conflict. */
function onOwnVersion(draft: ChangeDraft, last: Change | null): ChangeDraft {
  const own = last?.ackedVersion ?? null
  if (draft.entity !== 'listing' || own === null || draft.baseVersion === null) return draft
  return draft.baseVersion >= own ? draft : { ...draft, baseVersion: own }
}
