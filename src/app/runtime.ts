import type { QueryClient } from '@tanstack/react-query'
import { connectApi } from '#src/api/http-client.ts'
import { type Loan, maskStoredPan } from '#src/domain/loan.ts'
import { refuseCall } from '#src/features/outbox/work-offline-refusal.ts'
import { startSessionMirror } from '#src/session/session-mirror.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { pruneAcked } from '#src/sync/acked-pruning.ts'
import { type CopyRules, createCopyPersister } from '#src/sync/cached-reads.ts'
import {
  type ChangeOutcome,
  type ChangeOutcomes,
  createChangeOutcomes,
} from '#src/sync/change-outcomes.ts'
import { createConnectivity } from '#src/sync/connectivity.ts'
import { createOutbox, type Outbox } from '#src/sync/outbox.ts'
import { createOutboxView } from '#src/sync/outbox-view.ts'
import { EVENTS_READ, LISTING_READS, LOANS_READ, savedReadKey } from '#src/sync/saved-read-key.ts'
import { createStorageKeeping } from '#src/sync/storage-keeping.ts'
import { createWorkOffline } from '#src/sync/work-offline.ts'
import { keepChanges } from './keep-changes.ts'
import { startLateBadge } from './late-badge.ts'
import { createLateMemory, type LateMemory } from './late-memory.ts'
import { startLostChangeWatch } from './lost-change-watch.ts'
import { createQueryClient } from './query-client.ts'
import { createSessionEnd } from './session-end.ts'
import { startSending } from './start-sending.ts'
import { createVideoDoor } from './video-door.ts'

// Everything that lives as long as the page and is not needed for its first screen, made and wired once. Nothing below
// knows where its neighbours come from.

export type Runtime = ReturnType<typeof createRuntime>

/** `drawn` resolves when the page has drawn something: what nobody waits for begins after it. */
export function createRuntime(
  window: Window & typeof globalThis,
  session: SessionStore,
  drawn: Promise<void> = Promise.resolve(),
) {
  const memory = createLateMemory({
    load: async () => (await import('./memory.ts')).openMemory(),
    mayKeep: () => hasDatabases(window),
    drawn,
  })
  const queryClient = createQueryClient(window)
  const outcomes = createChangeOutcomes()
  const connectivity = createConnectivity(window.navigator, window)
  const sessionEnd = createSessionEnd({ ...memory, session, queryClient })
  const stopMirror = startSessionMirror(session, memory.mirror)
  const user = { findUserId: session.findUserId, subscribe: session.subscribe }
  const view = createOutboxView(memory.store, user)
  const keeping = createStorageKeeping(window.navigator.storage)
  const keyValueStore = window.localStorage
  const lostChanges = startLostChangeWatch(memory.opened, { view, user, keyValueStore })
  // A device that cannot keep changes says so before anybody decides.
  void memory.store.health.check()
  void drawn.then(keeping.checkSpace)
  const persister = createCopyPersister(memory.copies, {
    ...copyRules(memory, session, queryClient),
    settled: view.settled,
    drawn,
  })
  const workOffline = createWorkOffline(memory.store, window.localStorage)
  const badge = startLateBadge(window.navigator, { session, view, queryClient })
  const videos = createVideoDoor({ openMemory: memory.open, user, workOffline }, window)
  const { drain, triggers, calls } = startSending(window, {
    store: memory.waitingStore,
    workOffline,
    session,
    sessionEnd,
    outcomes,
    connectivity,
  })
  // What was kept at a sign-out, or held by a 401, goes out as soon as the same person is back.
  session.subscribe((now) => {
    if (now) triggers.wake()
  })
  const takesKeys = () => session.find()?.takesKeys ?? false
  const outbox = createOutbox({
    store: memory.store,
    findUserId: session.findUserId,
    takesKeys,
    wake: triggers.wake,
    workOffline,
    keeping,
    onQueued(change) {
      view.show(change)
      outcomes.tellHere({
        change,
        result: 'queued',
        willRetry: true,
        message: '',
        isReachable: null,
      })
      void keeping.askOnce()
      void keeping.checkSpace()
    },
  })
  refetchAfterMoves(outcomes, queryClient)
  followWorkOffline(outbox, queryClient)
  connectApi({
    findToken() {
      const now = session.find()
      if (workOffline.get()) throw refuseCall(workOffline, now !== null)
      return now?.token ?? null
    },
    takesKeys,
    onSignedOut: sessionEnd.onUnauthorised,
    onOutcome: connectivity.report,
  })

  return {
    session,
    /** Whether this device may have copies of what was read. */
    mayKeep: memory.mayKeep,
    /** Resolves when the first screen has what it needs: other downloads may begin. */
    started: memory.opened,
    sessionEnd,
    queryClient,
    drain,
    outboxStore: memory.store,
    lostChanges,
    /** Signs whoever is signed in out, so that someone else can be; their unsent changes wait for them. */
    async leave(): Promise<void> {
      const userId = session.findUserId()
      if (userId) await keepChanges(memory.store, userId)
      await sessionEnd.signOut()
    },
    sync: {
      outbox,
      view,
      outcomes,
      connectivity,
      persister,
      user,
      keeping,
      videos,
      countAcked: memory.store.countAcked,
    },
    async dispose(): Promise<void> {
      triggers.stop()
      // What waits for the databases comes to its end.
      const opened = await memory.open()
      const written = persister.close()
      await queryClient.cancelQueries()
      const ends = [stopMirror(), drain.idle(), written, sessionEnd.idle()]
      await Promise.all([...ends, videos.close(), opened.store.health.check()])
      const parts = [lostChanges, view, outcomes, connectivity, session, sessionEnd, workOffline]
      for (const part of [...parts, keeping, calls, badge]) part.dispose()
      queryClient.clear()
      opened.close()
    },
  }
}

function copyRules(
  { copies, store }: LateMemory,
  session: SessionStore,
  queryClient: QueryClient,
): Omit<CopyRules, 'settled' | 'drawn'> {
  return {
    mayKeep: (userId) => userId !== null && userId === session.findUserId(),
    toStored: (name, rows) => (name === LOANS_READ ? (rows as Loan[]).map(maskStoredPan) : rows), // the rows of that read
    async onSaved() {
      const userId = session.findUserId()
      // A read under way began before what may be forgotten now, and would show it undone.
      if (userId && queryClient.isFetching() === 0) await pruneAcked(userId, copies, store)
    },
  }
}

/** Every read says from now on that it is a saved copy, or asks again; back online, what waited goes out. */
function followWorkOffline({ workOffline, syncNow }: Outbox, queryClient: QueryClient): void {
  workOffline.subscribe(() => {
    void queryClient.invalidateQueries()
    if (workOffline.get()) return
    syncNow().catch((error: unknown) => {
      console.error('The outbox could not be sent; it is tried again.', error)
    })
  })
}

/** What an overlay cannot show: a listing less in the figures, and what someone else made of a listing or an event. */
function refetchAfterMoves(outcomes: ChangeOutcomes, queryClient: QueryClient): void {
  outcomes.subscribe((outcome) => {
    for (const name of listMovedReads(outcome))
      void queryClient.invalidateQueries({ queryKey: savedReadKey(outcome.change.userId, name) })
  })
}

function listMovedReads({ change, result, willRetry }: ChangeOutcome): readonly string[] {
  const isElsewhere = result === 'conflict' || result === 'already-done' || result === 'done-twice'
  if (change.entity === 'event') {
    const isRefused = result === 'error-answer' && !willRetry
    return isElsewhere || isRefused ? [EVENTS_READ] : []
  }
  if (result === 'conflict') return LISTING_READS
  const isGone = change.action.kind === 'delete' && (result === 'done' || result === 'already-done')
  return isGone ? ['dashboard'] : []
}
