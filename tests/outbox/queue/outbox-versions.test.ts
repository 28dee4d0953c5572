import { waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { StoredChanges } from '#src/outbox/queue/reading-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// Two builds on one device: the older build must not change the data of the newer one.

const outbox = setupOutbox()
const openStore = () => outbox.open().store
const LISTING_2 = sampleChange({ entityId: 'listing-2' })

/** Opens the outbox as another build would: with this database version and this migration. */
async function openRaw(version: number, upgrade: (database: IDBDatabase) => void = () => {}) {
  const request = indexedDB.open('outbox', version)
  request.onupgradeneeded = () => upgrade(request.result)
  const database = await resultOf(request)
  onTestFinished(() => database.close())
  return database
}

/** Rejects also if an older tab blocks the request. */
function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    Object.assign(request, { onblocked: () => reject(new Error('an older tab holds it up')) })
  })
}

const readAll = (database: IDBDatabase, store: string) =>
  resultOf(database.transaction(store).objectStore(store).getAll())

const OUTDATED = { name: 'StorageTroubleError', trouble: 'outdated' }

describe('a build that opens the outbox of a newer build', () => {
  test('neither crashes nor writes, and reports that it is outdated', async () => {
    const newer = await openRaw(999, (database) => {
      database.createObjectStore('letters', { keyPath: 'id' }).put({ id: 'a', of: 'a later build' })
    })
    newer.close()
    const store = openStore()
    await store.health.check()
    expect(store.health.get()).toBe('outdated')
    await expect(store.queueChange(sampleChange())).rejects.toMatchObject(OUTDATED)
    await expect(store.listChanges('asha')).rejects.toMatchObject(OUTDATED)
    const after = await openRaw(999)
    expect([...after.objectStoreNames]).toEqual(['letters'])
    expect(await readAll(after, 'letters')).toEqual([{ id: 'a', of: 'a later build' }])
  })

  test('does not add missing stores to a database of its own version', async () => {
    const strange = await openRaw(20, (database) => {
      database.createObjectStore('changes', { keyPath: 'seq', autoIncrement: true })
    })
    strange.close()
    expectConsole('warn', /Dexie/) // It warns that it would add the missing stores.
    await expect(openStore().queueChange(sampleChange())).rejects.toMatchObject(OUTDATED)
    const after = await openRaw(20)
    expect(after.version).toBe(20)
    expect([...after.objectStoreNames]).toEqual(['changes'])
  })
})

test('a database of the first schema is migrated and keeps its queue', async () => {
  const first = await openRaw(10, (database) => {
    const changes = database.createObjectStore('changes', { keyPath: 'seq', autoIncrement: true })
    changes.createIndex('key', 'key', { unique: true })
    changes.createIndex('userId', 'userId')
    database.createObjectStore('counters', { keyPath: 'name' })
    changes.add(sampleChange())
  })
  first.close()
  const store = openStore()
  await store.queueChange(sampleChange({ action: { kind: 'delete' } }))
  const merged = { entityId: 'listing-1', action: { kind: 'delete' } }
  expect(await store.listChanges('asha')).toMatchObject([merged])
})

describe('a tab that is open while a newer build upgrades', () => {
  test('allows the upgrade at once, reports that the tab is outdated, and keeps the queue', async () => {
    const store = openStore()
    await store.queueChange(sampleChange())
    const turned = vi.fn()
    store.health.subscribe(turned)
    const onError = vi.fn()
    onTestFinished(store.observeChanges('asha', vi.fn(), onError))
    const newer = await openRaw(30, (database) => database.createObjectStore('letters'))
    expect(store.health.get()).toBe('outdated')
    expect(turned).toHaveBeenCalledTimes(1)
    expect(await readAll(newer, 'changes')).toMatchObject([{ entityId: 'listing-1' }])
    await expect(store.queueChange(LISTING_2)).rejects.toMatchObject(OUTDATED)
    expect(await readAll(newer, 'changes')).toHaveLength(1)
    await waitFor(() => expect(onError).toHaveBeenCalled())
  })

  test('continues to store changes if the upgrade fails', async () => {
    const store = openStore()
    await store.queueChange(sampleChange())
    const failed = openRaw(30, () => {
      throw new Error('the newer build is broken')
    })
    await expect(failed).rejects.toThrow()
    expect(store.health.get()).toBe('outdated')
    await store.queueChange(LISTING_2)
    expect(await store.listChanges('asha')).toHaveLength(2)
    await waitFor(() => expect(store.health.get()).toBeNull())
  })
})

test("a database deleted under open tabs is recreated, and each tab reads the new database's id", async () => {
  const [store, other] = [openStore(), openStore()]
  await store.health.check()
  await other.health.check()
  await store.queueChange(sampleChange())
  const onNext = vi.fn<(stored: StoredChanges) => void>()
  const onNextOfOther = vi.fn()
  onTestFinished(store.observeChanges('asha', onNext, vi.fn()))
  onTestFinished(other.observeChanges('asha', onNextOfOther, vi.fn()))
  await waitFor(() => expect(onNext).toHaveBeenCalled())
  const databaseId = onNext.mock.lastCall?.[0].databaseId
  expect(databaseId).not.toBeNull()
  await resultOf(indexedDB.deleteDatabase('outbox'))
  for (const observer of [onNext, onNextOfOther]) {
    await waitFor(() =>
      expect(observer.mock.lastCall?.[0]).toEqual({
        changes: [],
        batches: [],
        unreadable: 0,
        databaseId: expect.not.toBeOneOf([null, databaseId]),
      }),
    )
  }
  expect(store.health.get()).toBeNull()
  await store.queueChange(sampleChange())
  expect(await other.listChanges('asha')).toHaveLength(1)
  // After a restart, the app reports no storage failure either.
  const next = openStore()
  await next.health.check()
  await next.health.check()
  expect(next.health.get()).toBeNull()
})

test('the app cannot delete the outbox', async () => {
  await outbox.store.queueChange(sampleChange())
  await expect(outbox.database.delete()).rejects.toThrow(/never deleted/)
  expect(await openStore().listChanges('asha')).toHaveLength(1)
})
