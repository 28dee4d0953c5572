import type { SplitCopy } from '#src/query-cache/query-copy-store.ts'
import type { Design } from '#tests/faults/sim/design.ts'

// Wrong ways to show what was decided, to keep what was read, and to bring a new build.

/** The optimistic update of every guide: setQueryData at the decision, and the next answer over it. */
export const overlayInCache: Design = {
  screen: (rows, { entityId, action }) =>
    rows.flatMap((row) => {
      if (row.id !== entityId) return [row]
      return action.kind === 'status' ? [{ ...row, status: action.to }] : []
    }),
}

/** A checkpoint that is written down by itself, before the rows that it stands for. */
export const cursorBeforeRows: Design = {
  copies: (copies) => ({
    ...copies,
    async set(key, copy, isLater) {
      const before: SplitCopy | null = await copies.find(key)
      if (before) await copies.set(key, { header: copy.header, rows: before.rows }, isLater)
      await copies.set(key, copy, isLater)
    },
  }),
}

/** Workbox's skipWaiting() at the top of a worker: the new build takes over pages of the old one. */
export const skipWaitingAtInstall: Design = {
  worker(scope) {
    scope.addEventListener('install', () => void scope.skipWaiting())
  },
}
