import { type Change, needsPerson } from '#src/domain/change.ts'
import { readStored } from '#src/outbox/queue/change-format.ts'
import { dueAt, isNothing, LONGEST_LEASE_MS } from '#src/outbox/queue/change-rules.ts'
import { RUN_LEASE_MS } from '#src/outbox/sending/drain-run.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import { settlingAfter } from './design-parts.ts'

// Wrong ways to claim changes for sending.

/** Every page that comes online sends every queued change, as TanStack Query's pages with a shared storage do. */
export const unlockedDoubleDrain: Design = {
  store: (store) => ({
    ...store,
    isRunAlive: async () => false,
    startRun: async (...given) => ({ ...(await store.startRun(...given)), ignoreLeases: true }),
    claimChanges: async (options) => {
      // Each claim gets a new fencing token, so the store rejects none as too old.
      const { fencingToken } = await store.startRun('shared', options.nowMs)
      return store.claimChanges({ ...options, fencingToken, ignoreLeases: true })
    },
  }),
  drain: (parts) => ({ ...parts, locks: undefined }),
}

/** A lock without a fencing token: a tab that lost the lock while it was frozen still writes its results. */
export const lockWithoutFencing: Design = {
  store: (store, client) => ({
    ...store,
    async claimChanges(options) {
      const runRow = await client.database.counters.get('pass')
      const claimed = await store.claimChanges({
        ...options,
        fencingToken: runRow?.value ?? options.fencingToken,
      })
      return claimed?.map((change) => ({ ...change, leasedUntil: Number.MAX_SAFE_INTEGER })) ?? null
    },
    // Overwrites the stored row, although another run may have claimed it.
    ...settlingAfter(store, async (change) => {
      const { changes } = client.database
      const stored = await changes.get(change.seq)
      if (!stored) return change
      const leasedUntil = client.now() + LONGEST_LEASE_MS // no other run claims it before its result is written
      await changes.put({ ...stored, state: 'sending', leasedUntil })
      return { ...change, fence: stored.fence }
    }),
  }),
}

/** One queue for all records, whose first change blocks all others, as in TanStack's and Expensify's queues. */
export const globalHeadOfLine: Design = {
  store: (store, { database }) => {
    const findHead = (all: readonly Change[]) => all.find(({ state }) => state !== 'acked') ?? null
    return {
      ...store,
      async claimChanges(options) {
        const { changes, counters } = database
        return database.transaction('rw!', changes, counters, async () => {
          const runRow = await counters.get('pass')
          if (runRow?.name !== 'pass' || runRow.value !== options.fencingToken) return null
          await counters.put({ ...runRow, aliveUntil: options.nowMs + RUN_LEASE_MS })
          const rows = await changes.where('userId').equals(options.userId).sortBy('seq')
          const head = findHead(rows.flatMap((row) => readStored(row) ?? []))
          if (head && isNothing(head)) await changes.delete(head.seq)
          if (
            !head ||
            isNothing(head) ||
            (dueAt(head, options) ?? Number.POSITIVE_INFINITY) > options.nowMs
          )
            return []
          const claimed: Change = {
            ...head,
            state: 'sending',
            tries: head.tries + 1,
            fence: head.fence + 1,
            leasedUntil: options.nowMs + options.leaseMsOf(head),
          }
          await changes.put(claimed)
          return [claimed]
        })
      },
      async findNextDueAt(userId, moment) {
        const head = findHead(await store.listChanges(userId))
        return head && !needsPerson(head) ? dueAt(head, moment) : null
      },
    }
  },
}

/** Sends every user's changes with the current user's token, as Workbox's replay does. */
export const anybodysToken: Design = {
  store: (store, { database }) => {
    const listUsers = async () => {
      const rows = await database.changes.toArray()
      return [...new Set(rows.map(({ userId }) => userId))]
    }
    return {
      ...store,
      async claimChanges(options) {
        const claimed: Change[] = []
        for (const userId of await listUsers()) {
          const limit = options.limit - claimed.length
          claimed.push(...((await store.claimChanges({ ...options, userId, limit })) ?? []))
        }
        return claimed
      },
      async findNextDueAt(_userId, moment) {
        const users = await listUsers()
        const all = await Promise.all(users.map((userId) => store.findNextDueAt(userId, moment)))
        const known = all.filter((dueAt) => dueAt !== null)
        return known.length > 0 ? Math.min(...known) : null
      },
    }
  },
}

const MOST_AGE_MS = 7 * 24 * 60 * 60_000 // Workbox's default maxRetentionTime

/** Drops changes older than MOST_AGE_MS without a notice, as Workbox does. */
export const dropByAge: Design = {
  store: (store, { database, now }) => ({
    ...store,
    async claimChanges(options) {
      const oldest = now() - MOST_AGE_MS
      await database.changes
        .filter((row) => (readStored(row)?.queuedAt ?? oldest) < oldest)
        .delete()
      return store.claimChanges(options)
    },
  }),
}
