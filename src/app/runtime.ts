import { connectApi } from '#src/api/http-client.ts'
import { isApiReachable, sendChange } from '#src/api/send-change.ts'
import { startSessionMirror } from '#src/session/session-mirror.ts'
import { createSessionStore, isExpired, userIdOf } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'
import { pruneAcked } from '#src/sync/acked-pruning.ts'
import { createCopyPersister } from '#src/sync/cached-reads.ts'
import { createChangeOutcomes } from '#src/sync/change-outcomes.ts'
import { createConnectivity } from '#src/sync/connectivity.ts'
import { createDrain } from '#src/sync/drain.ts'
import { startDrainTriggers } from '#src/sync/drain-triggers.ts'
import { createOutbox } from '#src/sync/outbox.ts'
import { createOutboxView } from '#src/sync/outbox-view.ts'
import { savedReadKey } from '#src/sync/saved-read-key.ts'
import { createQueryClient } from './query-client.ts'
import { createSessionEnd } from './session-end.ts'

// Everything that lives as long as the page, made and wired once. Nothing below knows where its neighbours come from.

export type Runtime = ReturnType<typeof createRuntime>

export function createRuntime(window: Window & typeof globalThis) {
  const { document, navigator, localStorage } = window
  const cache = createCacheDatabase()
  const outboxDatabase = createOutboxDatabase()
  const store = createOutboxStore(outboxDatabase)
  const copies = createQueryCopyStore(cache)
  const mirror = createSessionMirrorStore(cache)
  const session = createSessionStore(localStorage, window)
  const queryClient = createQueryClient()
  const outcomes = createChangeOutcomes()
  const connectivity = createConnectivity(navigator, window)
  const sessionEnd = createSessionEnd({ session, mirror, copies, queryClient })
  const stopMirror = startSessionMirror(session, mirror)

  const user = { findUserId: session.findUserId, subscribe: session.subscribe }
  const view = createOutboxView(store, user)
  const drain = createDrain({
    store,
    outcomes,
    send: sendChange,
    isReachable: isApiReachable,
    reachability: connectivity,
    onSignedOut: async (token) => sessionEnd.onUnauthorised(token, '/admin'),
    isVisible: () => document.visibilityState === 'visible',
    locks: navigator.locks,
    async findSession() {
      const now = session.find()
      return now && !isExpired(now, Date.now()) ? { userId: userIdOf(now), token: now.token } : null
    },
  })
  const triggers = startDrainTriggers({
    drain,
    window,
    document,
    serviceWorker: navigator.serviceWorker,
  })
  const outbox = createOutbox({
    store,
    findUserId: session.findUserId,
    wake: triggers.wake,
    onQueued: (change) =>
      outcomes.publish({ change, result: 'queued', willRetry: true, message: '' }),
  })
  outcomes.subscribe(({ change, result }) => {
    // A listing less changes the figures, which no overlay holds.
    if (result !== 'done' || change.action.kind !== 'delete') return
    void queryClient.invalidateQueries({ queryKey: savedReadKey(change.userId, 'dashboard') })
  })
  const persister = createCopyPersister(copies, {
    mayKeep: (userId) => userId !== null && userId === session.findUserId(),
    async onSaved() {
      const userId = session.findUserId()
      // A read under way began before what may be forgotten now, and would show it undone.
      if (userId && queryClient.isFetching() === 0) await pruneAcked(userId, copies, store)
    },
  })

  connectApi({
    findToken: () => session.find()?.token ?? null,
    onSignedOut: sessionEnd.onUnauthorised,
    onOutcome: connectivity.report,
  })

  return {
    session,
    sessionEnd,
    queryClient,
    drain,
    outboxStore: store,
    sync: { outbox, view, outcomes, connectivity, persister, user, countAcked: store.countAcked },
    async dispose(): Promise<void> {
      triggers.stop()
      await queryClient.cancelQueries()
      await Promise.all([stopMirror(), drain.idle(), persister.idle()])
      view.dispose()
      outcomes.dispose()
      connectivity.dispose()
      session.dispose()
      queryClient.clear()
      cache.close()
      outboxDatabase.close()
    },
  }
}
