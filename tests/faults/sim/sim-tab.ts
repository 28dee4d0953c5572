import type { QueryClient } from '@tanstack/react-query'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { listListingChanges, listListings } from '#src/api/admin-api.ts'
import { type ApiConnection, connectApi } from '#src/api/http-client.ts'
import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import { createSessionEnd } from '#src/app/session-end.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing.ts'
import { applyListingDelta, shareListings } from '#src/domain/listing-delta.ts'
import { startSessionMirror } from '#src/session/session-mirror.ts'
import { createSessionStore, userIdOf } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'
import { pruneAcked } from '#src/sync/acked-pruning.ts'
import { copyKey, type SavedRead } from '#src/sync/cached-reads.ts'
import { type ChangeOutcome, createChangeOutcomes } from '#src/sync/change-outcomes.ts'
import { createConnectivity } from '#src/sync/connectivity.ts'
import { createDrain, type DrainParts } from '#src/sync/drain.ts'
import { createDrainCall } from '#src/sync/drain-call.ts'
import { startDrainTriggers } from '#src/sync/drain-triggers.ts'
import { createOutbox } from '#src/sync/outbox.ts'
import { foldChanges } from '#src/sync/overlay.ts'
import { askSavedRead } from '#src/sync/saved-read.ts'
import { savedReadKey } from '#src/sync/saved-read-key.ts'
import type { WorkOffline } from '#src/sync/work-offline.ts'
import { makeClient, type SimClient, type SimDevice } from './sim-device.ts'
import { currentContext } from './sim-globals.ts'
import type { RequestHandler } from './sim-server.ts'
import type { SimWorkerScope } from './sim-shell.ts'
import type { SimContext } from './sim-world.ts'

// One tab of the app without its screens: the product's own modules, wired as src/app/runtime.ts wires them, over a
// simulated browser. A wrong design replaces one of the parts.

/** Where a wrong design takes hold. Each is given the right part and answers the one to use. */
export interface Design {
  store?: (store: Store, client: DesignedClient) => Store
  drain?: (parts: DrainParts, client: Pick<DesignedClient, 'device'>) => DrainParts
  copies?: (copies: Copies) => Copies
  /** What the screen does with a queued change in place of folding the outbox over what was read. */
  screen?: (rows: readonly Listing[], queued: Change) => readonly Listing[]
  server?: (server: RequestHandler, db: Kysely<Tables>) => RequestHandler
  /** Added to the worker that a build brings. */
  worker?: (scope: SimWorkerScope) => void
}
/** The tab or the worker that a wrong design is part of. */
export interface DesignedClient {
  device: SimDevice
  database: OutboxDatabase
  /** Epoch milliseconds by the device's own clock. */
  now(): number
}
export type Store = ReturnType<typeof createOutboxStore>
export type Copies = ReturnType<typeof createQueryCopyStore>

/** What of it the pages keep in memory; React Query in the product. */
type Memory = SavedRead<readonly Listing[]> | null

export type SimTab = ReturnType<typeof openTab>

const QUERIES = {
  clear: () => undefined,
  cancelQueries: () => Promise.resolve(),
} as unknown as QueryClient // of which a session's end uses these

/** The API's client is one for a page; here one module serves every tab, so each call finds its own tab's. */
const connections = new WeakMap<SimContext, ApiConnection>()
const NOBODY: ApiConnection = {
  findToken: () => null,
  onSignedOut: () => undefined,
  onOutcome: () => undefined,
}
const ownConnection = () => connections.get(currentContext() ?? NO_CONTEXT) ?? NOBODY
const NO_CONTEXT: SimContext = { name: 'none', isFrozen: false, isDead: true }
connectApi({
  findToken: () => ownConnection().findToken(),
  onSignedOut: (token, path) => ownConnection().onSignedOut(token, path),
  onOutcome: (isAnswered) => ownConnection().onOutcome(isAnswered),
})

/** Opens a tab; call it in the context's own turn. */
export function openTab(device: SimDevice, client: SimClient, design: Design = {}) {
  const { world, random } = device
  const now = () => Date.now()
  const cache = createCacheDatabase()
  const outboxDatabase = createOutboxDatabase()
  const made = createOutboxStore(outboxDatabase, { makeKey: () => makeKey(random) })
  const designed: DesignedClient = { device, database: outboxDatabase, now }
  const store = design.store?.(made, designed) ?? made
  const rightCopies = createQueryCopyStore(cache)
  const copies = design.copies?.(rightCopies) ?? rightCopies
  const mirror = createSessionMirrorStore(cache)
  const session = createSessionStore(device.localStorage, client.window)
  const outcomes = createChangeOutcomes()
  const connectivity = createConnectivity(device.navigator, client.window)
  const sessionEnd = createSessionEnd({ session, store, mirror, copies, queryClient: QUERIES })
  startSessionMirror(session, mirror)
  const heard: ChangeOutcome[] = []
  /** Confirmed changes that this page has seen, as src/sync/outbox-view.ts keeps them. */
  let confirmed = new Map<string, Change>()
  async function listShown(userId: string): Promise<Change[]> {
    const changes = await store.listChanges(userId)
    for (const change of changes) if (change.state === 'acked') confirmed.set(change.key, change)
    const stored = new Set(changes.map(({ key }) => key))
    const kept = [...confirmed.values()].filter(
      (one) => one.userId === userId && !stored.has(one.key),
    )
    return [...kept, ...changes].sort((a, b) => a.seq - b.seq)
  }
  outcomes.subscribe((outcome) => {
    heard.push(outcome)
    // The page's view reads the outbox whenever it was written.
    listShown(outcome.change.userId).catch(() => undefined)
  })

  const calls = createDrainCall()
  const parts: DrainParts = {
    store,
    outcomes,
    send: sendChange,
    readEventList,
    isReachable: isApiReachable,
    reachability: connectivity,
    async onSignedOut(token) {
      const call = session.find()?.isOperator ? '/admin' : '/events'
      sessionEnd.onUnauthorised(token, call)
    },
    isVisible: () => client.document.visibilityState === 'visible',
    locks: device.hasLocks ? device.locks.for(client.context) : undefined,
    async findSession() {
      const current = session.find()
      return current ? { userId: userIdOf(current), token: current.token } : null
    },
    callHolder: calls.call,
    now,
    random: random.next,
  }
  const drain = createDrain(design.drain?.(parts, designed) ?? parts)
  calls.follow(drain.nudge)
  const triggers = startDrainTriggers({
    drain,
    window: Object.assign(client.window, {
      setTimeout: (run: () => void, ms: number) => world.after(client.context, ms, run),
      clearTimeout: (timer: number | undefined) => timer !== undefined && world.cancel(timer),
    }) as unknown as Window, // what the triggers use of it
    document: client.document as unknown as Document,
    serviceWorker: undefined,
  })
  session.subscribe((current) => {
    if (current) triggers.wake()
  })
  outcomes.subscribe(({ isReachable }) => {
    if (isReachable !== null) connectivity.report(isReachable)
  })
  connectivity.subscribe(() => {
    if (connectivity.get() === 'offline') triggers.look()
  })
  const outbox = createOutbox({
    store,
    findUserId: session.findUserId,
    takesKeys: () => session.find()?.takesKeys ?? false,
    wake: triggers.wake,
    onQueued(change) {
      if (design.screen && memory)
        memory = { ...memory, value: design.screen(memory.value, change) }
    },
    workOffline: { get: () => false } as WorkOffline, // the switch is not part of what fails
  })

  connections.set(client.context, {
    findToken: () => session.find()?.token ?? null,
    onSignedOut: sessionEnd.onUnauthorised,
    onOutcome: connectivity.report,
  })

  let memory: Memory = null
  let reading = 0

  /** What the screen has: this tab's memory, or the copy of the device. */
  async function load(): Promise<Memory> {
    const userId = session.findUserId()
    if (memory || !userId) return memory
    const copy = await copies.find(keyOf(userId))
    if (copy) {
      const { state } = copy.header as SavedHeader // written below
      memory = { ...state.data, value: (copy.rows ?? []) as Listing[] } // the rows of that read
    }
    return memory
  }

  session.subscribe(() => {
    memory = null
    confirmed = new Map()
  })

  return {
    device,
    client,
    session,
    sessionEnd,
    outbox,
    store,
    drain,
    triggers,
    /** What this tab was told of changes. */
    heard,
    isAlive: () => !client.context.isDead,

    /** The operator's listings as the screen shows them, from memory or the copy: no network. */
    async show(): Promise<Listing[]> {
      const userId = session.findUserId()
      const read = await load()
      if (!userId || !read) return []
      if (design.screen) return [...read.value]
      return foldChanges(read.value, await listShown(userId), read.ackedBefore).rows
    },

    /** Asks the server for the listings, and keeps the copy. */
    async refresh(): Promise<void> {
      const userId = session.findUserId()
      const current = session.find()
      if (!userId || !current?.isOperator) return
      reading += 1
      try {
        const copy = (await load()) ?? undefined
        const next = await askSavedRead({
          copy,
          read: listListings,
          delta: { read: listListingChanges, apply: applyListingDelta, share: shareListings },
          countAcked: store.countAcked,
        })
        if (session.findUserId() !== userId) return
        memory = next
        const header: SavedHeader = { state: { data: { ...next, value: [] } } }
        await copies.set(keyOf(userId), { header, rows: next.value }, isLaterThan(next))
      } finally {
        reading -= 1
      }
      if (reading === 0) await pruneAcked(userId, copies, store)
    },
  }
}

/** Where the persister keeps what is not a row. */
interface SavedHeader {
  state: { data: NonNullable<Memory> }
}

/** Another tab may have saved a later answer meanwhile. */
function isLaterThan({ ackedBefore }: NonNullable<Memory>) {
  return (stored: unknown) => (stored as SavedHeader).state.data.ackedBefore > ackedBefore // written above
}

function keyOf(userId: string): string {
  return copyKey(savedReadKey(userId, 'listings'))
}

function makeKey(random: { int(below: number): number }): string {
  return Array.from({ length: 32 }, () => random.int(16).toString(16)).join('')
}

export function makeTabClient(device: SimDevice, number: number): SimClient {
  const client = makeClient(device.makeContext(`tab ${number}`), 'visible')
  device.clients.add(client)
  return client
}
