import type { QueryClient } from '@tanstack/react-query'
import * as authApi from '#src/api/account/auth-api.ts'
import { connectApi } from '#src/api/http-client.ts'
import { connectServerReturn } from '#src/api/server-return.ts'
import { type Loan, maskStoredPan } from '#src/domain/loan.ts'
import { refuseCall } from '#src/features/outbox/work-offline-refusal.ts'
import { pruneAcked } from '#src/outbox/acked-pruning.ts'
import { createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createConnectivity } from '#src/outbox/connectivity.ts'
import { keepChanges } from '#src/outbox/keep-changes.ts'
import type { UploadsPlace } from '#src/outbox/kinds/posting/page-uploads.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { createOutboxView } from '#src/outbox/outbox-view.ts'
import { createWorkOffline } from '#src/outbox/work-offline.ts'
import {
  type CacheEntryRules,
  createCacheEntryPersister,
  findCopiedNotes,
  listCopiedConfirmations,
} from '#src/query-cache/cached-reads.ts'
import { LOANS_READ } from '#src/query-cache/saved-read-key.ts'
import { isAnyArriving } from '#src/query-cache/use-saved-read.ts'
import { createIdentityCheck } from '#src/session/identity-check.ts'
import { forgetRecent } from '#src/session/recent-records.ts'
import { createSessionEnd } from '#src/session/session-end.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { createStoragePersistence } from '#src/storage/storage-persistence.ts'
import { savesData } from '#src/ui/media/data-saver.ts'
import type { Device } from './device/device.ts'
import type { DeviceStorage } from './device/device-storage.ts'
import { refetchAfterMoves } from './moved-reads.ts'
import { createQueryClient } from './query-client.ts'
import { createRightsWatch } from './session/rights-watch.ts'
import { startDeferredPageTasks } from './startup/deferred-page-tasks.ts'
import { createSavedVideosLoader } from './startup/saved-videos-loader.ts'
import { createStorageOpening } from './startup/storage-opening.ts'

// Composition root: creates and wires everything that lives as long as the page and is not needed for its first screen.
// The parts receive their dependencies from here and create none.

export type Runtime = ReturnType<typeof createRuntime>

export function createRuntime(window: Window & typeof globalThis, session: SessionStore) {
  const mayHaveData = hasDatabases(window)
  const { open, whenOpen, openIfAny } = createStorageOpening({
    load: startDevice,
    hasData: mayHaveData,
  })
  const openStorage = async () => (await open()).storage
  const openStore = async () => (await open()).storage.store
  const whenStoreOpen = whenOpen.then(({ storage }) => storage.store)
  const queryClient = createQueryClient(window)
  const outcomes = createChangeOutcomes()
  const connectivity = createConnectivity(window.navigator, window)
  const { revokeToken } = authApi
  const sessionEnd = createSessionEnd({
    openStorage,
    session,
    queryClient,
    forgetRecords: forgetRecent,
    revokeToken,
  })
  const user = { findUserId: session.findUserId, subscribe: session.subscribe }
  const view = createOutboxView(whenStoreOpen, user)
  const persistence = createStoragePersistence(window.navigator.storage)
  void persistence.checkSpace()
  const cacheEntries = {
    open: async () => (await openStorage()).cacheEntries,
    whenOpen: whenOpen.then(({ storage }) => storage.cacheEntries),
    openIfAny: async () => (await openIfAny())?.storage.cacheEntries ?? null,
  }
  const persister = createCacheEntryPersister(cacheEntries, {
    ...cacheEntryRules(openStorage, session, queryClient),
    settled: view.settled,
  })
  const rights = createRightsWatch({
    session,
    queryClient,
    persister,
    openCacheEntries: cacheEntries.openIfAny,
  })
  const workOffline = createWorkOffline({
    openStore,
    whenOpen: whenStoreOpen,
    hint: window.localStorage,
  })
  const uploads: UploadsPlace = { session, workOffline, opened: null }
  const videos = createSavedVideosLoader({ openStorage, user, workOffline }, window)
  const stopPageTasks = startDeferredPageTasks(window, {
    session,
    view,
    queryClient,
    connectivity,
    isHeldByHiddenPage: async (lock) => (await whenOpen).storage.presence.isHeldByHiddenPage(lock),
  })
  let device: Device | null = null

  /** Loads the storage's code lazily, because a first visit shows its figures without that code. */
  async function startDevice(): Promise<Device> {
    const code = await import('./device/device.ts')
    const parts = { session, sessionEnd, outcomes, connectivity, view, user, uploads }
    device = code.startDevice(window, parts)
    return device
  }

  /** Triggers a drain run. Does nothing before the storage is open: opening the storage triggers a run anyway. */
  function triggerDrain(): void {
    device?.triggerDrain()
  }

  // After a sign-in, sends the changes that the same person queued before a sign-out or a 401.
  session.subscribe((now) => {
    if (now) triggerDrain()
  })
  const identity = createIdentityCheck(() => void queryClient.invalidateQueries())
  const takesKeys = () => session.find()?.takesKeys ?? false
  const outbox = createOutbox({
    openStore,
    findUserId: session.findUserId,
    takesKeys,
    triggerDrain,
    async discardContent(change) {
      const opened = (await open()).uploads
      if (change.entity !== 'visit')
        return opened.listingsOf(change.userId).discard(change.entityId)
      const { dropVisitFiles } = await import('#src/outbox/kinds/visit/photos/visit-files.ts')
      await dropVisitFiles(opened, change)
    },
    workOffline,
    persistence,
    view,
    outcomes,
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
    onRoleVersion: rights.onRoleVersion,
    confirmIdentity: identity.confirm,
    onOutcome: connectivity.report,
  })

  connectServerReturn(() => !savesData() && !workOffline.get())

  return {
    session,
    /** The calls of the auth pages, which work once this runtime has connected the API client. */
    authApi,
    /** Whether this device may have saved copies. */
    mayHaveData,
    openDevice: open,
    /** Resolves once the storage is open. On a first visit, it opens after 3 seconds, or when a caller needs it. */
    whenOpen,
    sessionEnd,
    identity,
    queryClient,
    /** Signs the current user out so that another can sign in. Unsent changes wait for their owner's next sign-in. */
    async leave(): Promise<void> {
      const userId = session.findUserId()
      if (userId) await keepChanges(await openStore(), userId)
      await sessionEnd.signOut()
    },
    sync: {
      outbox,
      view,
      outcomes,
      connectivity,
      persister,
      user,
      persistence,
      uploads,
      videos,
      async findLastConfirmation(): Promise<number> {
        const opened = await openIfAny()
        await opened?.storage.presence.whenTurn()
        return (await opened?.storage.store.findLastConfirmation()) ?? 0
      },
    },
    async dispose(): Promise<void> {
      stopPageTasks()
      // Opens the databases if necessary, so that work that waits for them can finish.
      const opened = await open()
      opened.stopSending()
      const written = persister.close()
      await queryClient.cancelQueries()
      await rights.idle()
      await Promise.all([written, sessionEnd.idle(), videos.close(), opened.drain.idle()])
      await persister.idle() // an answer may have arrived before the reads were cancelled
      const parts = [
        view,
        outcomes,
        connectivity,
        rights,
        session,
        sessionEnd,
        workOffline,
        persistence,
      ]
      for (const part of parts) part.dispose()
      queryClient.clear()
      await opened.dispose()
    },
  }
}

function cacheEntryRules(
  openStorage: () => Promise<DeviceStorage>,
  session: SessionStore,
  queryClient: QueryClient,
): Omit<CacheEntryRules, 'settled'> {
  return {
    mayStore: (userId) => userId !== null && userId === session.findUserId(),
    // The cast is safe: the read with this name has loans.
    toStored: (name, rows) => (name === LOANS_READ ? (rows as Loan[]).map(maskStoredPan) : rows),
    async onSaved() {
      const userId = session.findUserId()
      if (!userId) return
      const { cacheEntries, store } = await openStorage()
      await pruneAcked(userId, {
        store,
        isReading: () => queryClient.isFetching() > 0 || isAnyArriving(queryClient),
        listCopied: (owner) => listCopiedConfirmations(owner, cacheEntries),
        findCopied: (owner, about) => findCopiedNotes(owner, about, cacheEntries),
      })
    },
  }
}

/** Repeats all reads when working offline starts (they then use saved copies) or ends. At the end, sends the queue. */
function followWorkOffline({ workOffline, syncNow }: Outbox, queryClient: QueryClient): void {
  workOffline.subscribe(() => {
    void queryClient.invalidateQueries()
    if (workOffline.get()) return
    syncNow().catch((error: unknown) => {
      console.error('The outbox could not be sent; the app tries again.', error)
    })
  })
}
