import { waitFor } from '@testing-library/react'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutboxStore, type OutboxStoreOptions } from '#src/outbox/outbox-store.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { StorageTroubleError } from '#src/storage/storage-trouble.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'
import {
  abortAtCommit,
  breakConnections,
  loseCommitEvent,
  refuseOpening,
} from './storage-faults.ts'

const outbox = setupOutbox()
afterEach(() => vi.restoreAllMocks())

/** Another store on the same connection. */
const openStore = (options: OutboxStoreOptions = {}) => createOutboxStore(outbox.database, options)

const NOW = Date.UTC(2026, 7, 1)
const DAY_MS = 24 * 60 * 60_000
const APPROVE = sampleChange()
const BACK = sampleChange({ action: { kind: 'status', to: 'pending' }, from: 'approved' })
const LISTING_2 = sampleChange({ entityId: 'listing-2' })

/** The kind of storage failure with which an operation on the outbox was rejected. */
async function troubleOf(step: Promise<unknown>): Promise<string> {
  const error = await step.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof StorageTroubleError)) throw new Error(`no trouble but ${String(error)}`)
  return error.trouble
}

describe('a connection closed by the browser', () => {
  test('is reopened, and the decision is stored once', async () => {
    expectConsole('warn', /died at "queue"/)
    expectConsole('warn', /Dexie: Need to reopen db/)
    breakConnections(4) // Dexie itself retries after two of these four failures
    const { store } = outbox
    expect(await store.queueChange(APPROVE)).toMatchObject({ outcome: 'queued' })
    expect(await store.listChanges('asha')).toHaveLength(1)
    expect(store.health.get()).toBeNull()
  })

  test('is reopened at once, before the next operation needs it', async () => {
    const { store } = outbox
    await store.queueChange(APPROVE)
    const dead = outbox.database.backendDB()
    forceCloseDatabase(dead as never) // its types require fake-indexeddb's class
    await waitFor(() => expect(outbox.database.isOpen()).toBe(true))
    expect(outbox.database.backendDB()).not.toBe(dead)
    expect(await store.listChanges('asha')).toHaveLength(1)
  })

  test('is reported as lost after three failed attempts to reopen it, and nothing is deleted', async () => {
    expectConsole('warn', /died at "queue"/)
    expectConsole('warn', /Workaround for Chrome UnknownError/)
    const { store } = outbox
    await store.queueChange(APPROVE)
    outbox.database.close({ disableAutoOpen: false })
    const remove = vi.spyOn(indexedDB, 'deleteDatabase')
    const asked = refuseOpening('UnknownError')
    expect(await troubleOf(store.queueChange(LISTING_2))).toBe('lost')
    expect(store.health.get()).toBe('lost')
    const atFirst = asked()
    // The first opening and three attempts to reopen, plus up to three retries by Dexie itself after an unknown error.
    expect(atFirst).toBeLessThanOrEqual(4 + 3)
    expect(await troubleOf(store.listChanges('asha'))).toBe('lost')
    expect(asked() - atFirst).toBe(1)
    vi.mocked(indexedDB.open).mockRestore()
    expect(await store.listChanges('asha')).toMatchObject([{ entityId: 'listing-1' }])
    expect(remove).not.toHaveBeenCalled()
  })

  test('is reopened only once if ten concurrent operations need it', async () => {
    expectConsole('warn', /died at "list"/)
    const open = vi.spyOn(indexedDB, 'open')
    let dead = 10
    const store = openStore({
      onStep: (step, moment) => {
        if (step !== 'list' || moment !== 'start' || dead === 0) return
        dead -= 1
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      },
    })
    await store.queueChange(APPROVE)
    const reads = Array.from({ length: 10 }, () => store.listChanges('asha'))
    const lengths = (await Promise.all(reads)).map((changes) => changes.length)
    expect(lengths).toEqual(Array.from({ length: 10 }, () => 1))
    expect(open).toHaveBeenCalledTimes(2)
  })
})

describe('a commit that fails after every request succeeded', () => {
  test('for lack of space rejects the decision with "full", and nothing is stored or shown', async () => {
    const store = openStore({ onStep: abortAtCommit('queue', 'QuotaExceededError') })
    const shown: unknown[] = []
    const stop = store.observeChanges('asha', ({ changes }) => shown.push(...changes), vi.fn())
    expect(await troubleOf(store.queueChange(APPROVE))).toBe('full')
    expect(store.health.get()).toBe('full')
    expect(await store.listChanges('asha')).toEqual([])
    expect(shown).toEqual([])
    stop()
  })

  test('by an abort without an error is retried once', async () => {
    expectConsole('warn', /died at "queue"/)
    const store = openStore({ onStep: abortAtCommit('queue', null) })
    expect(await store.queueChange(APPROVE)).toMatchObject({ outcome: 'queued' })
    expect(await store.listChanges('asha')).toHaveLength(1)
  })
})

describe('a lost commit event', () => {
  beforeEach(() => expectConsole('warn', /died at/))

  test('does not queue a second change for one decision', async () => {
    const store = openStore({ onStep: loseCommitEvent('queue', 3) })
    const { outcome, change } = await store.queueChange(APPROVE)
    expect(outcome).toBe('queued')
    expect(await store.listChanges('asha')).toEqual([change])
  })

  test('does not queue an opposite decision that has already cancelled the first decision', async () => {
    const lose = loseCommitEvent('queue', 2)
    let isLosing = false
    const store = openStore({ onStep: (step, moment) => isLosing && lose(step, moment) })
    await store.queueChange(APPROVE)
    isLosing = true
    expect(await store.queueChange(BACK)).toEqual({ change: null, outcome: 'cancelled' })
    expect(await store.listChanges('asha')).toEqual([])
  })

  test.each([
    ['a completed discard as failed', 'discard', 'waiting', 'discardChange'],
    ['a completed "Leave as …" as too late', 'keep-theirs', 'conflict', 'keepTheirs'],
  ] as const)('does not report %s', async (_what, step, state, method) => {
    const store = openStore({ onStep: loseCommitEvent(step) })
    await store.queueChange(APPROVE)
    await outbox.database.changes.update(1, { state })
    expect(await store[method](await outbox.at(1))).toBe(true)
    expect(await store.listChanges('asha')).toEqual([])
  })

  test('is noticed by the commit marker in the database, even if other tabs wrote meanwhile', async () => {
    const other = outbox.open().store
    const store = openStore({ onStep: loseCommitEvent('undo') })
    await store.queueChange(APPROVE)
    const undoing = store.undoUnsent(await outbox.at(1))
    await other.queueChange(LISTING_2)
    expect(await undoing).toBe(true)
    expect(await store.listChanges('asha')).toMatchObject([{ entityId: 'listing-2' }])
  })

  test('is noticed for a day, and then the commit marker is removed', async () => {
    const store = openStore({ now: () => NOW, onStep: loseCommitEvent('undo') })
    await store.queueChange(APPROVE)
    const undoing = store.undoUnsent(await outbox.at(1))
    const other = outbox.open().store
    await other.startRun('shared', NOW + DAY_MS)
    expect(await undoing).toBe(true)
    expect(await countMarkers()).toBe(2)
    await other.startRun('shared', NOW + DAY_MS + 1)
    expect(await countMarkers()).toBe(0)
  })

  function countMarkers(): Promise<number> {
    return outbox.database.counters.where('name').startsWith('committed:').count()
  }
})

describe('a storage failure', () => {
  test('is detected before a decision if there is no storage at all', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const absent = createOutboxDatabase()
    vi.unstubAllGlobals()
    const store = createOutboxStore(absent)
    await store.health.check()
    expect(store.health.get()).toBe('absent')
    expect(await troubleOf(store.queueChange(APPROVE))).toBe('absent')
  })

  test('is detected before a decision if the site has no permission to store', async () => {
    refuseOpening('SecurityError')
    const { store } = outbox
    await store.health.check()
    expect(store.health.get()).toBe('absent')
  })

  test('for lack of space is detected by a test write, and reported until space is free again', async () => {
    const { store } = outbox
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    await store.health.check()
    expect(store.health.get()).toBe('full')
    put.mockRestore()
    const turned = vi.fn()
    store.health.subscribe(turned)
    await store.listChanges('asha')
    await waitFor(() => expect(store.health.get()).toBeNull())
    expect(turned).toHaveBeenCalledTimes(1)
  })

  test('is reported if opening the database hangs, and the rejected operation never runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // The request to open the database never completes.
    vi.spyOn(indexedDB, 'open').mockReturnValueOnce(new EventTarget() as IDBOpenDBRequest)
    const { store } = outbox
    const refused = troubleOf(store.queueChange(APPROVE))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await refused).toBe('blocked')
    expect(store.health.get()).toBe('blocked')
    vi.useRealTimers()
    vi.restoreAllMocks()
    expect(await outbox.open().store.listChanges('asha')).toEqual([])
  })

  test('is reported if an operation hangs, and its result is used once it completes', async () => {
    const { store } = outbox
    await store.health.check()
    const release = holdUp(outbox.database.backendDB())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const kept = store.queueChange(APPROVE)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.health.get()).toBe('blocked')
    vi.useRealTimers()
    release()
    expect(await kept).toMatchObject({ outcome: 'queued' })
    await waitFor(() => expect(store.health.get()).toBeNull())
    expect(await store.listChanges('asha')).toHaveLength(1)
  })

  test("is not assumed if the app's code throws an error, and the operation is not retried", async () => {
    const defect = new TypeError('a defect')
    const store = openStore({
      onStep: (step, moment) => {
        if (step === 'queue' && moment === 'end') throw defect
      },
    })
    await expect(store.queueChange(APPROVE)).rejects.toBe(defect)
    expect(store.health.get()).toBeNull()
  })
})

/** Keeps a write transaction open, which blocks all others. Returns a function that ends it. */
function holdUp(connection: IDBDatabase): () => void {
  const held = connection.transaction(['changes', 'counters'], 'readwrite')
  let isHeld = true
  const ask = () => {
    if (isHeld) held.objectStore('counters').get('acked').onsuccess = ask
  }
  ask()
  return () => {
    isHeld = false
  }
}
