import { type Change, isUnsent } from '#src/domain/change.ts'
import type { QueueOutcome } from '#src/outbox/queue/queue-store.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import { interceptWrites } from './design-parts.ts'

// Wrong ways to queue a user's change.

/** Reports "saved" when the IndexedDB request succeeds, before the transaction commits, as TanStack's adapter did. */
export const savedOnRequestSuccess: Design = {
  store: (store, { database }) => {
    let onWritten: (change: Change) => void = () => undefined
    interceptWrites(database, async (table, request) => {
      const result = await table.mutate(request)
      const value = 'values' in request ? (request.values[0] as Change | undefined) : undefined // a row of `changes`
      if (value) onWritten({ ...value, seq: value.seq ?? result.lastResult })
      return result
    })
    return {
      ...store,
      queueChange: (draft) =>
        new Promise<QueueOutcome>((resolve, reject) => {
          onWritten = (change) => {
            const isAsked = draft.entityId === null || draft.entityId === change.entityId
            if (isAsked && isUnsent(change)) resolve({ change, outcome: 'queued' })
          }
          store
            .queueChange(draft)
            .finally(() => {
              onWritten = () => undefined
            })
            .then(resolve, reject)
        }),
    }
  },
}

/** Orders the queue by `Date.now()` instead of by a counter, as TanStack does. */
export const orderByClock: Design = {
  store: (store, { database, now }) => {
    interceptWrites(database, async (table, request) => {
      if (request.type !== 'add') return table.mutate(request)
      const rows = request.values as Change[] // rows of `changes`
      let place = now()
      // Two changes in the same millisecond get consecutive numbers.
      while (await table.get({ trans: request.trans, key: place })) place += 1
      return table.mutate({ ...request, values: rows.map((row) => ({ ...row, seq: place })) })
    })
    return store
  },
}

/** Keeps one unsent visit to a listing, the newest, as if it were an edit of the one before. */
export const oneVisitPerListing: Design = {
  store: (store) => ({
    ...store,
    async queueChange(draft) {
      const all = draft.entity === 'visit' ? await store.listChanges(draft.userId) : []
      const last = all.filter((one) => one.entityId === draft.entityId && isUnsent(one)).at(-1)
      if (last) await store.undoUnsent(last)
      return store.queueChange(draft)
    },
  }),
}

/** Merges a new edit into a change whose request is already in flight, as Amplify and Expensify did. */
export const coalesceWithInFlight: Design = {
  store: (store, { database }) => ({
    ...store,
    async queueChange(draft) {
      const all = await store.listChanges(draft.userId)
      const last = all.filter(({ entityId }) => entityId === draft.entityId).at(-1)
      if (last?.state !== 'sending') return store.queueChange(draft)
      return database.transaction('rw!', database.changes, async () => {
        const stored = await database.changes.get(last.seq)
        // The cast is safe: both changes are of one record, so they have the same type.
        const merged = { ...(stored ?? last), action: draft.action } as Change
        await database.changes.put(merged)
        return { change: merged, outcome: 'queued' as const }
      })
    },
  }),
}
