import Dexie from 'dexie'
import { shortHash } from '#src/domain/short-hash.ts'
import type { UserSource } from '#src/session/session-store.ts'
import { observeDatabase } from '#src/storage/database-observer.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { whileVisible } from '#src/storage/page-presence.ts'
import {
  hasUploadsDatabase,
  type UnsentListing,
  type UploadsDatabase,
} from '#src/storage/uploads-database.ts'
import type { PageUploads } from './page-uploads.ts'

// The signed-in person's listings that are stored on this device and not on the server: for the outbox, which sends them,
// and for the detector of lost changes. Never creates the uploads database.

export interface WaitingListing {
  /** Identifies the listing, but does not contain its id. */
  key: string
  entity: 'posting'
  entityId: string
  action: { kind: 'save' | 'submit' }
  state: 'waiting'
}

/** Has the shape of a snapshot of the outbox. */
export interface WaitingSnapshot {
  state: 'loading' | 'ready' | 'unavailable'
  changes: readonly WaitingListing[]
  /** The listings themselves. */
  rows: readonly UnsentListing[]
  unreadable: number
  /** Null if the database does not exist. */
  databaseId: number | null
}

const LOADING: WaitingSnapshot = {
  state: 'loading',
  changes: [],
  rows: [],
  unreadable: 0,
  databaseId: null,
}
const NO_DATABASE: WaitingSnapshot = { ...LOADING, state: 'ready' }

type Uploads = Pick<PageUploads, 'db' | 'connection'>

export type WaitingListings = ReturnType<typeof createWaitingListings>

export function createWaitingListings(user: UserSource, uploads: Uploads) {
  const listeners = new Set<() => void>()
  let snapshot = LOADING
  let followed: string | null = null
  let stop = () => {}

  function set(next: WaitingSnapshot): void {
    snapshot = next
    for (const listener of listeners) listener()
  }

  function follow(): void {
    const userId = user.findUserId()
    if (userId === followed) return
    followed = userId
    stop()
    set(LOADING)
    stop = userId === null ? () => {} : whileVisible(document, () => observe(uploads, userId, set))
  }

  const unfollow = user.subscribe(follow)
  follow()
  return {
    get: (): WaitingSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose(): void {
      unfollow()
      stop()
      listeners.clear()
    },
  }
}

/** Calls back now and after each change in any tab, also when a screen creates the database later. */
function observe(
  { db, connection: { health, run } }: Uploads,
  userId: string,
  onNext: (snapshot: WaitingSnapshot) => void,
): () => void {
  let isStopped = false
  let stopLive: (() => void) | null = null

  function onError(error: unknown): void {
    console.warn('The listings on this device cannot be read.', error)
    onNext({ ...LOADING, state: 'unavailable' })
  }

  async function begin(): Promise<void> {
    const isThere = await hasUploadsDatabase()
    if (isStopped || stopLive) return
    if (!isThere) return onNext(NO_DATABASE)
    const read = async () =>
      (await hasUploadsDatabase())
        ? run('list-waiting', () => readWaiting(db, userId))
        : NO_DATABASE
    const observer = { onNext, onError }
    stopLive = observeDatabase(db, [{ table: 'listings' }], { health }, read, observer)
    // The query goes on waiting, and calls back when the database has opened after all.
    openingLimitOf(db).requireOpen().catch(onError)
  }

  function onMutation(parts: object): void {
    const isUploads = Object.keys(parts).some((part) => part.startsWith('idb://uploads/'))
    if (isUploads && !stopLive) begin().catch(onError)
  }

  Dexie.on('storagemutated', onMutation)
  begin().catch(onError)
  return () => {
    isStopped = true
    Dexie.on('storagemutated').unsubscribe(onMutation)
    stopLive?.()
  }
}

function readWaiting(db: UploadsDatabase, userId: string): PromiseLike<WaitingSnapshot> {
  return db.transaction('r', db.about, db.listings, async () => {
    const rows = await db.listings.where({ userId }).toArray()
    const id = await db.about.get('id')
    const databaseId = id?.value ?? null
    return { ...NO_DATABASE, changes: rows.map(toQueued), rows, databaseId }
  })
}

function toQueued({ id, submitKey }: UnsentListing): WaitingListing {
  const kind = submitKey === null ? 'save' : 'submit'
  return { key: shortHash(id), entity: 'posting', entityId: id, action: { kind }, state: 'waiting' }
}
