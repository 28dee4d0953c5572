import type { Change } from '#src/domain/change.ts'
import type { DetectorParts } from '#src/outbox/lost-change-detector.ts'
import { readStored } from '#src/outbox/queue/change-format.ts'
import { StorageTroubleError } from '#src/storage/storage-trouble.ts'
import type { Design, Store } from '#tools/faults/sim/design.ts'

// Wrong ways to store the queue.

/** A queue that distinguishes only "retriable" and "not retriable" deletes a change on a 401. */
export const dropOn401: Design = {
  store: (store, { database }) => ({
    ...store,
    async holdForSignIn(claimed) {
      await database.changes.delete(claimed.seq)
      return true
    },
  }),
}

/**
 * Deletes rows that cannot be parsed, so that the app starts, as redux-offline and many
 * localStorage queues do.
 */
export const deleteUnreadable: Design = {
  store: (store, { database }) => ({
    ...store,
    async listChanges(userId) {
      await database.changes.filter((row) => readStored(row) === null).delete()
      return store.listChanges(userId)
    },
  }),
}

/**
 * Keeps the number of tries and the time of the next retry only in the page's memory, as TanStack
 * keeps nextAttemptAt; a reload resets both.
 */
export const retriesInMemory: Design = {
  store: (store, { database }) => {
    let isFresh = true
    const forget = async () => {
      if (!isFresh) return
      isFresh = false
      await database.changes
        .filter((row) => readStored(row)?.state === 'waiting')
        .modify((change: Change) => {
          Object.assign(change, { tries: 0, notBefore: 0, floor: 0 })
        })
      const runRow = await database.counters.get('pass')
      if (runRow?.name === 'pass') await database.counters.put({ ...runRow, busyUntil: 0 })
    }
    return {
      ...store,
      async findBusyUntil(nowMs) {
        await forget()
        return store.findBusyUntil(nowMs)
      },
    }
  },
}

/** Assumes that a change missing from the queue was sent, even if the browser recreated the database. */
export const goneIsSent: Design = {
  lostChanges: (parts) => withDatabaseId(parts, () => 1),
}

/** Assumes that a change missing from the queue is lost, although the worker may have sent it. */
export const goneIsLost: Design = {
  lostChanges(parts) {
    let reads = 0
    const nextId = () => {
      reads += 1
      return reads
    }
    return withDatabaseId(parts, nextId)
  },
}

function withDatabaseId(parts: DetectorParts, findId: () => number): DetectorParts {
  const { get, subscribe } = parts.views.changes
  const changes = { get: () => ({ ...get(), databaseId: findId() }), subscribe }
  return { ...parts, views: { ...parts.views, changes } }
}

/** Deletes all data of the user at sign-out, as Amplify's DataStore.clear() does. */
export const signOutClears: Design = {
  store: (store, { database }) => ({
    ...store,
    async forgetConfirmed() {
      await database.changes.clear()
    },
  }),
}

/** The common workaround for a failing database: delete and recreate it. */
export const deleteDatabaseOnError: Design = {
  store: (store, { device, database }) => {
    const orDelete =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        try {
          return await work(...given)
        } catch (error) {
          if (!(error instanceof StorageTroubleError)) throw error
          database.close({ disableAutoOpen: false })
          await device.storage.deleteDatabase(database.name)
          return work(...given)
        }
      }
    return { ...store, ...mapSteps(store, orDelete) }
  },
}

/** Wraps the store's functions that a page calls in normal use. */
function mapSteps(
  store: Store,
  wrap: <Given extends unknown[], Result>(
    work: (...given: Given) => Promise<Result>,
  ) => (...given: Given) => Promise<Result>,
) {
  return {
    queueChange: wrap(store.queueChange),
    claimChanges: wrap(store.claimChanges),
    ackChange: wrap(store.ackChange),
    postponeChange: wrap(store.postponeChange),
    startRun: wrap(store.startRun),
    listChanges: wrap(store.listChanges),
    findBusyUntil: wrap(store.findBusyUntil),
  }
}
