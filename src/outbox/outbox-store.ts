import {
  batchIdOf,
  type Change,
  type ChangeError,
  isUnsent,
  MAYBE_CREATED,
} from '#src/domain/change.ts'
import { ERROR_CODE } from '#src/domain/wire.ts'
import { createClaimStore } from '#src/outbox/sending/claim-store.ts'
import { createSettleStore } from '#src/outbox/sending/settle-store.ts'
import { createDatabaseConnection } from '#src/storage/database-connection.ts'
import type { Watched } from '#src/storage/database-observer.ts'
import { type OutboxDatabase, probeOutbox } from '#src/storage/outbox-database.ts'
import type { SuspensionRun } from '#src/storage/page-suspension.ts'
import { createBatchStore } from './batches/batch-store.ts'
import type { ChangeRef } from './change-ref.ts'
import { kindOf } from './kinds/kinds.ts'
import { createBatchRows } from './queue/batch-rows.ts'
import { readStored } from './queue/change-format.ts'
import { listMeaningless } from './queue/change-rules.ts'
import { createDiscardStore } from './queue/discard-store.ts'
import {
  createOutboxTransaction,
  eachPage,
  inSlices,
  type StepObserver,
} from './queue/outbox-transaction.ts'
import { createQueueStore } from './queue/queue-store.ts'
import { createReadingStore } from './queue/reading-store.ts'
import { createWorkOfflineStore } from './queue/work-offline-store.ts'

// Stores the queued changes. Each step is one transaction, and resolves only after the commit. User actions are here,
// in queue-store.ts and in discard-store.ts; drain steps are in claim-store.ts and settle-store.ts, and reads for
// screens in reading-store.ts.

export type OutboxStore = ReturnType<typeof createOutboxStore>

export interface OutboxStoreOptions {
  makeKey?: () => string
  now?: () => number
  onStep?: StepObserver
  /** Repeats a transaction that a suspension of the page aborted. Passed by pages only: workers are not suspended. */
  runActive?: SuspensionRun
  /** Lets hidden pages leave reading to visible ones. Passed by pages only. */
  presence?: Watched['presence']
  /** The last confirmation that a cache entry of this device includes; 0 for none. Never rejects. */
  findCopiedConfirmation?: () => Promise<number>
}

export function createOutboxStore(
  database: OutboxDatabase,
  {
    makeKey = makeRandomKey,
    now = Date.now,
    onStep,
    runActive,
    presence,
    findCopiedConfirmation = async () => 0,
  }: OutboxStoreOptions = {},
) {
  const { changes, counters } = database
  const connection = createDatabaseConnection(database, {
    probe: () => probeOutbox(database),
    runActive,
  })
  const transaction = createOutboxTransaction(database, connection, { now, onStep })
  const { write, read, listChanges, listOfRecord, findSame, listSame } = transaction
  const watched = { health: connection.health, presence }
  const batches = createBatchRows(database)
  const { isHeldBack, ...workOffline } = createWorkOfflineStore(database, transaction, watched)

  return {
    /** The health of the device's storage. */
    health: connection.health,
    ...createReadingStore(database, transaction, watched, batches.list),
    ...createClaimStore(database, transaction, {
      isHeldBack,
      listPausedIds: batches.listPausedIds,
    }),
    ...createSettleStore(database, transaction, findCopiedConfirmation),
    ...createDiscardStore(database, transaction, batches),
    ...createQueueStore(database, transaction, { makeKey, now }),
    ...createBatchStore(database, transaction, batches, { makeKey, now }),
    ...workOffline,

    /**
     * Removes an unsent change of a listing, together with its reason. For an event, reverts only the last edit in the
     * unsent change. Returns false if the change was sent or removed meanwhile.
     */
    undoUnsent(given: ChangeRef): Promise<boolean> {
      return write('undo', async () => {
        const stored = await findSame(given)
        if (!stored || !isUnsent(stored)) return false
        const before = kindOf(stored).merging.stepBack?.(stored)
        if (before) {
          await changes.put(before)
          return true
        }
        const own = await listOfRecord(stored.userId, stored.entityId)
        const gone = [stored, ...listMeaningless(own, stored)]
        await changes.bulkDelete(gone.map((change) => change.seq))
        return true
      })
    },

    /**
     * Makes parked and waiting changes due, but not before their `floor`, the earliest time that the server allows. A change
     * keeps its key, by which the server detects a repeat. Returns how many changes there were.
     */
    retryChanges(given: readonly ChangeRef[]): Promise<number> {
      return write('retry', async () => {
        let due = 0
        await inSlices(given, async (some) => {
          const stored = (await listSame(some)).filter((change) => change !== null)
          const open = stored.filter(({ state }) => state === 'parked' || state === 'waiting')
          due += open.length
          await changes.bulkPut(open.map(makeDue))
        })
        return due
      })
    },

    /**
     * "Keep for my next sign-in": removes from each change the server's message and, in a conflict, who changed the
     * listing, when and on which device. The status and code of an error stay, because screens explain by them why a
     * change needs a person.
     */
    slimDown(userId: string): Promise<void> {
      return write('slim-down', async () => {
        const all = await listChanges(userId)
        await inSlices(all.map(slim), (some) => changes.bulkPut(some))
      })
    },

    /**
     * Removes the confirmed changes of all users: only cache entries needed them, and the cache was cleared. A batch of which
     * changes still wait keeps what undo needs; the others are forgotten.
     */
    forgetConfirmed(): Promise<void> {
      return write('forget-confirmed', async () => {
        const confirmed: Change[] = []
        const unfinished = new Set<string | null>()
        await eachPage(database, (rows) => {
          for (const row of rows) {
            const change = readStored(row)
            if (change?.state === 'acked') confirmed.push(change)
            else if (change) unfinished.add(batchIdOf(change))
          }
        })
        await batches.removeWhere(({ id }) => !unfinished.has(id))
        await batches.noteRemoved(confirmed)
        await inSlices(confirmed, (some) => changes.bulkDelete(some.map(({ seq }) => seq)))
      })
    },

    /** Removes confirmed changes that every cache entry includes. */
    removeAcked(given: readonly ChangeRef[]): Promise<void> {
      return write('remove-acked', async () => {
        const acked: Change[] = []
        await inSlices(given, async (some) => {
          for (const change of await listSame(some))
            if (change?.state === 'acked') acked.push(change)
        })
        await batches.noteRemoved(acked)
        await inSlices(acked, (some) => changes.bulkDelete(some.map(({ seq }) => seq)))
      })
    },

    /** The number of the last confirmation. A server read that begins now includes every change confirmed so far. */
    async findLastConfirmation(): Promise<number> {
      return (await read('find-last-confirmation', () => counters.get('acked')))?.value ?? 0
    },
  }
}

function makeDue(change: Change): Change {
  // MAYBE_CREATED: the server has an equal event, which may come from this create. By retrying, the user says that it does
  // not, so the create counts as never tried.
  const tries = change.lastError?.code === MAYBE_CREATED ? 0 : change.tries
  return { ...change, state: 'waiting', notBefore: 0, tries }
}

function slim(change: Change): Change {
  const { conflict, lastError } = change
  return {
    ...change,
    // After the next sign-in, screens still show why a change needs a person or waits.
    lastError: lastError && slimError(lastError),
    conflict: conflict && { ...conflict, changedAt: null, actorId: null, by: null, device: null },
  }
}

function slimError({ status, code }: ChangeError): ChangeError {
  return { status, code: code !== null && ERROR_CODE.test(code) ? code : null, message: '' }
}

const KEY_BYTES = 16 // 128 random bits; a UUID has 122

/** randomUUID exists only in secure contexts, but changes must be stored in every context. */
function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
