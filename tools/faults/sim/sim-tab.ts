import type { QueryClient } from '@tanstack/react-query'
import { revokeToken } from '#src/api/account/auth-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type ChangeOutcome, createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createConnectivity } from '#src/outbox/connectivity.ts'
import { OVERTAKEN } from '#src/outbox/kinds/answer-verdict.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createOutboxView, UNREAD_OUTBOX } from '#src/outbox/outbox-view.ts'
import type { WorkOffline } from '#src/outbox/work-offline.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { findCopiedConfirmation } from '#src/query-cache/copied-confirmation.ts'
import { createSessionEnd } from '#src/session/session-end.ts'
import { startSessionMirror } from '#src/session/session-mirror.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import type { Design, DesignedClient } from './design.ts'
import { createTabFiles } from './selling/tab-files.ts'
import { createTabPostings } from './selling/tab-postings.ts'
import type { SimClient, SimDevice } from './sim-device.ts'
import { connectTab } from './tab-connection.ts'
import { startTabDrain } from './tab-drain.ts'
import { createTabListings } from './tab-listings.ts'
import { watchLostChanges } from './tab-lost-changes.ts'
import { observeInTurns } from './turn-observer.ts'
import { createTabVisits } from './visiting/tab-visits.ts'

// One tab of the app without its screens: the product's modules, wired as in src/app/runtime.ts, in a simulated browser. A
// wrong design replaces one of the parts. tab-listings.ts has the shown listings, tab-drain.ts the drain, tab-postings.ts the
// seller's listings, tab-visits.ts the photos of visits, tab-connection.ts the connection of the API client.

export type SimTab = ReturnType<typeof openTab>

const QUERIES = {
  clear: () => undefined,
  cancelQueries: () => Promise.resolve(),
} as unknown as QueryClient // the code that ends a session uses only these methods

export interface TabOptions {
  design?: Design
  /** Whether the lost-change detector runs. Needed only in a schedule that loses an outbox. */
  isLossDetected?: boolean
  /** Whether the tab sends the listings of sellers. Needed only in a schedule in which somebody writes one. */
  isSelling?: boolean
  /** Whether the tab sends photos of visits. Needed only in a schedule in which somebody takes one. */
  isPhotographing?: boolean
}

/** Opens a tab. Call it in a turn of the client's context. */
export function openTab(
  device: SimDevice,
  client: SimClient,
  {
    design = {},
    isLossDetected = false,
    isSelling = false,
    isPhotographing = false,
  }: TabOptions = {},
) {
  const { random } = device
  const cache = createCacheDatabase()
  const database = createOutboxDatabase()
  const designed: DesignedClient = { device, database, now: () => Date.now() }
  const rightCacheEntries = createCacheEntryStore(cache)
  const made = createOutboxStore(database, {
    makeKey: () => makeKey(random),
    findCopiedConfirmation: () => findCopiedConfirmation(rightCacheEntries),
  })
  const store = design.store?.(made, designed) ?? made
  const cacheEntries = design.cacheEntries?.(rightCacheEntries) ?? rightCacheEntries
  const mirror = createSessionMirrorStore(cache)
  const session = createSessionStore(device.localStorage, client.window)
  const outcomes = createChangeOutcomes()
  const connectivity = createConnectivity(device.navigator, client.window)
  const sessionEnd = createSessionEnd({
    forgetRecords: () => undefined,
    session,
    openStorage: async () => ({ store, mirror, cacheEntries }),
    queryClient: QUERIES,
    revokeToken,
  })
  startSessionMirror(session, mirror)
  const user = { findUserId: session.findUserId, subscribe: session.subscribe }
  const choose = design.lostChanges ?? ((parts) => parts)
  const observeChanges = observeInTurns(store, device, client)
  const view =
    isLossDetected || isSelling ? createOutboxView(Promise.resolve({ observeChanges }), user) : null
  if (isLossDetected && view) watchLostChanges({ device, store, view, user, choose })
  const tabFiles = isSelling || isPhotographing ? createTabFiles(device, session) : null
  const postings =
    isSelling && view && tabFiles
      ? createTabPostings({
          device,
          client,
          session,
          store,
          view,
          tabFiles,
          design: design.posting,
        })
      : null
  const visits =
    isPhotographing && tabFiles
      ? createTabVisits({ session, outcomes, tabFiles, design: design.visiting })
      : null
  const listings = createTabListings({ session, store, cacheEntries, screen: design.screen })
  /** The outcomes that this tab has announced. */
  const heard: ChangeOutcome[] = []
  outcomes.subscribe((outcome) => {
    heard.push(outcome)
    // Like the page's outbox view, reads the outbox after each outcome.
    listings.listShown(outcome.change.userId).catch(() => undefined)
  })
  const { drain, triggers } = startTabDrain(
    {
      store,
      outcomes,
      connectivity,
      session,
      sessionEnd,
      sendInPage: async (change, claim) =>
        (await (change.entity === 'visit'
          ? visits?.send(change, claim)
          : postings?.send(change, claim))) ?? OVERTAKEN,
    },
    { ...designed, client },
    (parts) => design.drain?.(parts, designed) ?? parts,
  )
  const outbox = createOutbox({
    openStore: async () => store,
    findUserId: session.findUserId,
    takesKeys: () => session.find()?.takesKeys ?? false,
    triggerDrain: triggers.triggerDrain,
    view: {
      show(change) {
        listings.add(change)
        view?.show(change)
      },
      hide: (change) => view?.hide(change),
      get: () => view?.get() ?? UNREAD_OUTBOX,
    },
    outcomes: {
      publishQueued: () => undefined,
      publishUndone: () => undefined,
      publishReplaced: () => undefined,
    },
    async discardContent(change) {
      if (change.entity === 'visit') return visits?.drop(change)
      await postings?.listingsOf(change.userId).discard(change.entityId)
    },
    workOffline: { get: () => false } as WorkOffline, // simulated people switch "Work offline" through the store
    persistence: {
      getSpace: () => 'enough',
      checkSpace: async () => undefined,
      askOnce: async () => undefined,
    },
  })
  postings?.startQueueing(triggers.triggerDrain)
  if (!postings) tabFiles?.followHold(device, client, store)
  connectTab(client.context, {
    findToken() {
      if (tabFiles?.isHeldBack()) throw new ApiError({ kind: 'no-answer' }) // as while the device works offline on purpose
      return session.find()?.token ?? null
    },
    takesKeys: () => session.find()?.takesKeys ?? false,
    onRoleVersion: () => undefined,
    confirmIdentity: async () => false,
    onSignedOut: sessionEnd.onUnauthorised,
    onOutcome: connectivity.report,
  })
  session.subscribe(listings.forget)
  const { show, refresh } = listings
  const isAlive = () => !client.context.isDead
  const parts = { device, client, session, sessionEnd, outbox, store, drain, triggers }
  return { ...parts, postings, visits, heard, isAlive, show, refresh }
}

function makeKey(random: { int(below: number): number }): string {
  return Array.from({ length: 32 }, () => random.int(16).toString(16)).join('')
}
