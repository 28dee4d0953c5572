import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type DeviceStorage, openDeviceStorage } from '#src/app/device/device-storage.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { keepFile, listFiles } from '#src/outbox/kinds/posting/files/upload-files.ts'
import { openUploads, type PageUploads } from '#src/outbox/kinds/posting/page-uploads.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createSavedVideoStore } from '#src/saved-videos/saved-video-store.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { makeMemoryStorage } from '#tests/support/memory-storage.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// When a page is left, the storage must log no error and no warning: dom-setup.ts fails a test that logs one.

const APPROVE = sampleChange()
const COPY = { header: { at: 1 }, rows: [{ id: 'listing-1' }] }
const SESSION = { userId: 'asha', token: 'token', expiresAt: null }

const CONTENT = { typed: toTyped(EMPTY_DRAFT), media: [], version: null, submitKey: null }
const FILE: QueuedUpload = {
  id: 'photo',
  userId: 'asha',
  listingId: 'flat',
  kind: 'photo',
  name: 'front.jpg',
  bytes: 1,
  isPrepared: true,
  addedAt: 1,
  url: null,
  isSent: false,
  problem: null,
}

let storage: DeviceStorage
let uploads: PageUploads

/** Opens another connection to the outbox, which is closed after the test. */
function openOutbox(): OutboxDatabase {
  const database = createOutboxDatabase()
  onTestFinished(() => database.close())
  return database
}

beforeEach(() => {
  vi.spyOn(console, 'debug').mockReturnValue() // Dexie logs page transitions there
  storage = openDeviceStorage()
  const session = createSessionStore(makeMemoryStorage(), new EventTarget())
  onTestFinished(() => session.dispose())
  const workOffline = { get: () => false, subscribe: () => () => undefined }
  uploads = openUploads({ session, workOffline, opened: null })
  onTestFinished(async () => {
    for (const name of ['cache', 'outbox', 'uploads']) await Dexie.delete(name)
  })
})
afterEach(async () => {
  turnPage('pageshow')
  await Promise.all([storage.close(), uploads.close()])
})

function turnPage(type: 'pagehide' | 'pageshow', persisted = true): void {
  window.dispatchEvent(new PageTransitionEvent(type, { persisted }))
}

/** The ways in which a browser suspends a page: the back/forward cache, and a freeze. Such an event does not bubble. */
const SUSPENSIONS = [
  {
    by: 'the back/forward cache',
    begin: () => turnPage('pagehide'),
    end: () => turnPage('pageshow'),
  },
  {
    by: 'a freeze',
    begin: () => document.dispatchEvent(new Event('freeze')),
    end: () => document.dispatchEvent(new Event('resume')),
  },
] as const

/** Lets the storage run for this many turns of the event loop. */
async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const LONG = 40 // turns of the event loop: more than any operation below takes

/** Whether the work completes within `LONG` turns. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(() => true)
  return Promise.race([done, wait(LONG).then(() => false)])
}

const STEPS: readonly (readonly [string, (storage: DeviceStorage) => Promise<unknown>])[] = [
  ['storing a decision', ({ store }) => store.queueChange(APPROVE)],
  ['storing a saved copy of a list', ({ cacheEntries }) => cacheEntries.set('k', COPY)],
  ['storing the session for the service worker', ({ mirror }) => mirror.set(SESSION)],
  [
    'storing a listing that is not sent',
    () => uploads.listingsOf('asha').edit('flat', () => CONTENT, { content: CONTENT, mark: null }),
  ],
  ['storing a file that is not sent', () => keepPhoto()],
]

describe.each(STEPS)('%s', (_name, step) => {
  test.each(SUSPENSIONS)('waits while the page is suspended by $by', async ({ begin, end }) => {
    begin()
    const work = step(storage)
    expect(await isDone(work)).toBe(false)
    end()
    await work
  })

  test('waits until the page is neither frozen nor cached', async () => {
    turnPage('pagehide')
    document.dispatchEvent(new Event('freeze'))
    const work = step(storage)
    document.dispatchEvent(new Event('resume'))
    expect(await isDone(work)).toBe(false)
    turnPage('pageshow')
    await work
  })

  test.each(SUSPENSIONS)(
    'creates exactly one row, at whatever moment $by suspends the page',
    async ({ begin, end }) => {
      for (let turns = 0; turns < LONG; turns += 1) {
        const work = step(storage)
        await wait(turns)
        begin()
        await wait(5)
        end()
        await work
        expect(await countRows(storage)).toBe(1)
        await empty(storage)
      }
    },
  )
})

async function keepPhoto(): Promise<void> {
  expectConsole('warn', /no file system for pages/)
  expect(await keepFile(uploads.db, FILE, new Blob(['x']))).toBe(true)
}

/** The number of rows that STEPS stored: decisions, saved copies, sessions, listings and files. */
async function countRows({ store, cache }: DeviceStorage): Promise<number> {
  const changes = await store.listChanges('asha')
  const tables = [cache.copies, cache.mirror, uploads.db.listings, uploads.db.queued]
  const counts = await Promise.all(tables.map((table) => table.count()))
  return counts.reduce((sum, count) => sum + count, changes.length)
}

async function empty({ store, cacheEntries, mirror }: DeviceStorage): Promise<void> {
  for (const change of await store.listChanges('asha')) await store.undoUnsent(change)
  await cacheEntries.clear()
  await mirror.clear()
  for (const table of [uploads.db.listings, uploads.db.queued, uploads.db.files])
    await table.clear()
}

test('a suspended page holds no lock on the outbox, and runs its interrupted transaction again when it resumes', async () => {
  await storage.store.queueChange(APPROVE)
  const { outbox, release } = await holdOutbox()
  turnPage('pagehide')
  const next = createOutboxStore(openOutbox())
  expect(await isDone(next.queueChange(sampleChange({ entityId: 'listing-2' })))).toBe(true)
  turnPage('pageshow')
  release()
  expect(await outbox).toBe(2)
})

/**
 * Starts a transaction that stays open until released. It resolves with the number of changes
 * that it reads after the release.
 */
async function holdOutbox() {
  let isReleased = false
  const database = openOutbox()
  storage.suspension.follow(database)
  const outbox = storage.suspension.run(() =>
    database.transaction('rw', database.table('changes'), async (transaction) => {
      const changes = transaction.table('changes')
      while (!isReleased) await changes.count()
      return changes.count()
    }),
  )
  await wait(LONG)
  const release = () => {
    isReleased = true
  }
  return { outbox, release }
}

test('a page that is unloaded still stores the decision that it was storing', async () => {
  const work = storage.store.queueChange(APPROVE)
  await wait(2)
  turnPage('pagehide', false)
  await work
  expect(await storage.store.listChanges('asha')).toHaveLength(1)
})

test('an observer of the saved videos reads them again when the page resumes', async () => {
  const videos = createSavedVideoStore(storage.cache)
  const seen: number[] = []
  const stop = videos.observe('asha', (list) => seen.push(list.length), failTest)
  turnPage('pagehide')
  await wait(5 * LONG) // longer than the observer takes to reopen the database
  turnPage('pageshow')
  await expect.poll(() => seen).toContain(0)
  stop()
})

test('an observer of the unsent listings, and a read of the files, go on when the page resumes', async () => {
  await uploads.listingsOf('asha').edit('flat', () => CONTENT, { content: CONTENT, mark: null })
  const seen: number[] = []
  turnPage('pagehide')
  const stop = uploads.listingsOf('asha').observe((rows) => seen.push(rows.length))
  const files = listFiles(uploads.db, { userId: 'asha', listingId: 'flat' })
  expect(await isDone(files)).toBe(false)
  expect(seen).toEqual([])
  turnPage('pageshow')
  await expect.poll(() => seen).toContain(1)
  expect(await files).toEqual([])
  stop()
})

function failTest(error: unknown): never {
  throw error
}

test('work that fails for another reason than the suspension is not retried', async () => {
  let runs = 0
  const refused = storage.suspension.run(async () => {
    runs += 1
    turnPage('pagehide')
    turnPage('pageshow')
    throw new TypeError('a defect')
  })
  await expect(refused).rejects.toThrow('a defect')
  expect(runs).toBe(1)
})
