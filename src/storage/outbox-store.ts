import { type Change, type ChangeError, isNewId, isUnsent, MAYBE_MADE } from '#src/domain/change.ts'
import { readStored } from './change-format.ts'
import {
  type ChangeDraft,
  findStuck,
  foldDraft,
  foldStuck,
  isAlreadyWanted,
  newChange,
  type Stuck,
  stepBack,
} from './change-rules.ts'
import { createClaimStore } from './claim-store.ts'
import { createGivingUpStore } from './giving-up-store.ts'
import { createOutboxConnection } from './outbox-connection.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import { createOutboxTransaction, type StepObserver } from './outbox-transaction.ts'
import { createReadingStore } from './reading-store.ts'
import { createWorkOfflineStore } from './work-offline-store.ts'

// The promises kept on this device. Every step of a change's life is one transaction, and resolves only after the
// commit: what a person does with changes is here and in giving-up-store.ts, what a drain does with them in
// claim-store.ts, and what screens are shown of them comes from reading-store.ts.

/** What queueing did: a new or folded change, or nothing because it cancelled out or was there already. */
export type QueueOutcome = { change: Change | null; outcome: 'queued' | 'cancelled' | 'unchanged' }

export type OutboxStore = ReturnType<typeof createOutboxStore>

export interface OutboxStoreOptions {
  makeKey?: () => string
  now?: () => number
  onStep?: StepObserver
}

export function createOutboxStore(
  database: OutboxDatabase,
  { makeKey = makeRandomKey, now = Date.now, onStep }: OutboxStoreOptions = {},
) {
  const { changes, counters } = database
  const connection = createOutboxConnection(database)
  const transaction = createOutboxTransaction(database, connection, onStep)
  const { write, read, listChanges, listOfRecord, findChange } = transaction
  const { isHeldBack, ...workOffline } = createWorkOfflineStore(
    database,
    transaction,
    connection.health,
  )

  return {
    /** What the device's storage can do. */
    health: connection.health,
    ...createReadingStore(database, transaction, connection.health),
    ...createClaimStore(database, transaction, isHeldBack),
    ...createGivingUpStore(database, transaction),
    ...workOffline,

    /** Puts an action in the queue, folding it into an unsent change of the same record. */
    queueChange(given: ChangeDraft): Promise<QueueOutcome> {
      const key = makeKey() // one for each queueing, however often its transaction is repeated
      return write('queue', async () => {
        const about = await listAbout(given)
        const draft = withServersId(given, about)
        const earlier = draft.entityId === given.entityId ? about : await listAbout(draft)
        const last = earlier.at(-1) ?? null
        const stuck = findStuck(earlier, draft)
        if (stuck) return supersede(stuck, draft, key)
        if (isAlreadyWanted(last, draft)) return { change: last, outcome: 'unchanged' }
        if (last && isUnsent(last)) return foldInto(last, draft)
        const change = newChange(onOwnVersion(draft, last), key, now())
        const seq = await changes.add(change as Change) // the database gives it its place
        return { change: { ...change, seq } as Change, outcome: 'queued' }
      })
    },

    /**
     * Takes an unsent change back, of an event the last step of it: what was typed before that is there again. False
     * when it was sent or is gone meanwhile.
     */
    undoUnsent(seq: number): Promise<boolean> {
      return write('undo', async () => {
        const stored = await findChange(seq)
        if (!stored || !isUnsent(stored)) return false
        const before = stepBack(stored)
        if (before) await changes.put(before)
        else await changes.delete(seq)
        return true
      })
    },

    /** A person asks to send it now: parked or waiting. The key stays, so a lost yes is recognised. */
    retryChange(seq: number): Promise<boolean> {
      return write('retry', async () => {
        const stored = await findChange(seq)
        if (!stored || (stored.state !== 'parked' && stored.state !== 'waiting')) return false
        // Asked whether an event in the list is this one, the person says no: it counts as never tried.
        const tries = stored.lastError?.code === MAYBE_MADE ? 0 : stored.tries
        await changes.put({ ...stored, state: 'waiting', notBefore: 0, tries })
        return true
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

    /**
     * "Keep for my next sign-in": what stays is the record's id and name, the change, its version and its key; of an
     * answer its status and code, for the words that say why a change waits for a person.
     */
    slimDown(userId: string): Promise<void> {
      return write('slim-down', async () => {
        const all = await listChanges(userId)
        await changes.bulkPut(all.map(slim))
      })
    },

    /** All saved copies are wiped: nothing has to be held over them any more, whoever's it was. */
    forgetConfirmed(): Promise<void> {
      return write('forget-confirmed', async () => {
        await changes.filter((change) => readStored(change)?.state === 'acked').delete()
      })
    },

    /** Forgets confirmations that every saved copy has caught up with. */
    removeAcked(seqs: readonly number[]): Promise<void> {
      return write('remove-acked', async () => {
        const rows = await changes.bulkGet([...seqs])
        await changes.bulkDelete(
          rows.flatMap((change) => (change?.state === 'acked' ? [change.seq] : [])),
        )
      })
    },

    /** How many confirmations this device has; a read begun now has seen all of them. */
    async countAcked(): Promise<number> {
      return (await read('count-acked', () => counters.get('acked')))?.value ?? 0
    },
  }

  /** Of a new event there is nothing yet. */
  function listAbout({ userId, entityId }: ChangeDraft): Promise<Change[]> {
    return entityId === null ? Promise.resolve([]) : listOfRecord(userId, entityId)
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
    const placed = { ...change, seq: last.seq, fence: last.fence + 1 } as Change // the same kind with a place
    await changes.put(placed)
    return placed
  }
}

function slim(change: Change): Change {
  const { conflict, lastError } = change
  return {
    ...change,
    // Why a change needs a person, or waits, has to be known after the next sign-in, too.
    lastError: lastError && slimError(lastError),
    conflict: conflict && { ...conflict, changedAt: null, device: null },
  }
}

const CODE_WORD = /^[a-z]+(-[a-z]+){0,4}$/ // what a server calls a refusal; anything else may tell of a person

function slimError({ status, code }: ChangeError): ChangeError {
  return { status, code: code !== null && CODE_WORD.test(code) ? code : null, message: '' }
}

/** An event that this device made may be known by the server meanwhile: what is asked of it is asked of that one. */
function withServersId(draft: ChangeDraft, all: readonly Change[]): ChangeDraft {
  const { entity, entityId } = draft
  if (entity !== 'event' || entityId === null || !isNewId(entityId)) return draft
  const made = all.find((change) => change.entityId === entityId && change.state === 'acked')
  const eventId = made?.entity === 'event' ? made.ackedResult?.id : null
  return eventId ? { ...draft, entityId: eventId } : draft
}

/** What the operator saw may be older than their own last change, which is no conflict. */
function onOwnVersion(draft: ChangeDraft, last: Change | null): ChangeDraft {
  const own = last?.ackedVersion ?? null
  if (draft.entity !== 'listing' || own === null || draft.baseVersion === null) return draft
  return draft.baseVersion >= own ? draft : { ...draft, baseVersion: own }
}

const KEY_BYTES = 16 // as many random bits as a UUID has, and more

/** Not randomUUID: that exists on secure addresses only, and decisions must be kept on every address. */
function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
