import type { QueryClient } from '@tanstack/react-query'
import { revokeToken } from '#src/api/account/auth-api.ts'
import { type ChangeOutcome, createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createConnectivity } from '#src/outbox/sending/connectivity.ts'
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
import type { SimClient, SimDevice } from './sim-device.ts'
import { connectTab } from './tab-connection.ts'
import { startTabDrain } from './tab-drain.ts'
import { createTabListings } from './tab-listings.ts'
import { watchLostChanges } from './tab-lost-changes.ts'

// One tab of the app without its screens: the product's modules, wired as in src/app/runtime.ts, in a simulated browser. A
// wrong design replaces one of the parts. tab-listings.ts has the shown listings, tab-drain.ts the drain, tab-connection.ts
// the connection of the API client.

export type SimTab = ReturnType<typeof openTab>

const QUERIES = {
  clear: () => undefined,
  cancelQueries: () => Promise.resolve(),
} as unknown as QueryClient // the code that ends a session uses only these methods

export interface TabOptions {
  design?: Design
  /** Whether the lost-change detector runs. Needed only in a schedule that loses an outbox. */
  isLossDetected?: boolean
}

/** Opens a tab. Call it in a turn of the client's context. */
export function openTab(
  device: SimDevice,
  client: SimClient,
  { design = {}, isLossDetected = false }: TabOptions = {},
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
  const view = isLossDetected ? watchLostChanges({ device, client, store, user, choose }) : null
  const listings = createTabListings({ session, store, cacheEntries, screen: design.screen })
  /** The outcomes that this tab has announced. */
  const heard: ChangeOutcome[] = []
  outcomes.subscribe((outcome) => {
    heard.push(outcome)
    // Like the page's outbox view, reads the outbox after each outcome.
    listings.listShown(outcome.change.userId).catch(() => undefined)
  })
  const { drain, triggers } = startTabDrain(
    { store, outcomes, connectivity, session, sessionEnd },
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
    },
    outcomes: { publishQueued: () => undefined, publishUndone: () => undefined },
    discardContent: async () => undefined,
    workOffline: { get: () => false } as WorkOffline, // simulated people switch "Work offline" through the store
    persistence: {
      getSpace: () => 'enough',
      checkSpace: async () => undefined,
      askOnce: async () => undefined,
    },
  })
  connectTab(client.context, {
    findToken: () => session.find()?.token ?? null,
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
  return { ...parts, heard, isAlive, show, refresh }
}

function makeKey(random: { int(below: number): number }): string {
  return Array.from({ length: 32 }, () => random.int(16).toString(16)).join('')
}
