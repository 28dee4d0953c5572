import type { SplitEntry } from '#src/query-cache/cache-entry-store.ts'
import type { Design } from '#tools/faults/sim/design.ts'

// Wrong ways to show a decision, to cache reads, and to activate a new build.

/** The optimistic update of most guides: setQueryData at the decision; the next read overwrites the decision. */
export const overlayInCache: Design = {
  screen: (rows, { entityId, action }) =>
    rows.flatMap((row) => {
      if (row.id !== entityId) return [row]
      return action.kind === 'status' ? [{ ...row, status: action.to }] : []
    }),
}

/** Commits the delta cursor in a separate transaction, before the rows that it covers. */
export const cursorBeforeRows: Design = {
  cacheEntries: (cacheEntries) => ({
    ...cacheEntries,
    async set(key, entry, isLater) {
      const before: SplitEntry | null = await cacheEntries.find(key)
      if (before) await cacheEntries.set(key, { header: entry.header, rows: before.rows }, isLater)
      await cacheEntries.set(key, entry, isLater)
    },
  }),
}

/** Workbox's skipWaiting() at the top of a worker: the new build takes over pages of the old one. */
export const skipWaitingAtInstall: Design = {
  worker(scope) {
    scope.addEventListener('install', () => void scope.skipWaiting())
  },
}
