import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLateMemory } from '#src/app/late-memory.ts'
import { openMemory } from '#src/app/memory.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

// The first figures wait for no database; a decision always does.

const COPY = { header: { at: 1 }, rows: null }
let opened: ReturnType<typeof openMemory>[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.map(({ store }) => store.health.check()))
  for (const memory of opened) memory.close()
  opened = []
  await Promise.all(['outbox', 'cache'].map((name) => Dexie.delete(name)))
})

function start({ mayKeep = false, load = openOne, drawn = Promise.resolve() } = {}) {
  const loads = vi.fn(load)
  return { loads, memory: createLateMemory({ load: loads, mayKeep: async () => mayKeep, drawn }) }
}

async function openOne() {
  const memory = openMemory()
  opened.push(memory)
  return memory
}

describe('a device that keeps nothing yet', () => {
  test('has no saved copy and no confirmations, and loads nothing to say so', async () => {
    const { memory, loads } = start()
    expect(await memory.copies.find('k')).toBeNull()
    expect(await memory.store.countAcked()).toBe(0)
    expect(memory.store.health.get()).toBeNull()
    expect(loads).not.toHaveBeenCalled()
  })

  test('loads its memory with the first thing to keep, once, and reads from it from then on', async () => {
    const { memory, loads } = start()
    await Promise.all([memory.copies.set('k', COPY), memory.copies.set('l', COPY)])
    expect(await memory.copies.find('k')).toEqual(COPY)
    expect(loads).toHaveBeenCalledTimes(1)
  })

  test('loads it by itself after 3 seconds, for what waits without asking', async () => {
    const { memory, loads } = start()
    const mirrored = memory.mirror.set({ userId: 'u', token: 't', expiresAt: null })
    const passes = memory.waitingStore.listChanges('u')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(loads).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await mirrored
    expect(await passes).toEqual([])
    await memory.opened
  })
})

test('a device that may keep something loads it at once, and every read waits for it', async () => {
  const before = await openOne()
  await before.copies.set('k', COPY)
  const { memory, loads } = start({ mayKeep: true })
  expect(await memory.copies.find('k')).toEqual(COPY)
  expect(await memory.store.countAcked()).toBe(0)
  expect(loads).toHaveBeenCalledTimes(1)
})

test('memory that cannot be loaded keeps nothing and says so; it is asked for again by itself', async () => {
  expectConsole('warn', /cannot be reached yet/)
  let isCut = true
  const load = async () => {
    if (isCut) throw new TypeError('Failed to fetch dynamically imported module')
    return openOne()
  }
  const { memory, loads } = start({ mayKeep: true, load })
  await expect(memory.store.setWorkingOffline(true)).rejects.toThrow('Failed to fetch')
  isCut = false
  await vi.advanceTimersByTimeAsync(10_000)
  await memory.opened
  await memory.store.setWorkingOffline(true)
  expect(await memory.store.isWorkingOffline()).toBe(true)
  expect(loads).toHaveBeenCalledTimes(2)
})

describe('what is watched', () => {
  test('is told once the memory is there', async () => {
    const { memory } = start()
    const seen = new Promise((resolve) => {
      memory.store.observeChanges('u', resolve, resolve)
    })
    await memory.open()
    expect(await seen).toMatchObject({ changes: [], unreadable: 0 })
  })

  test('and given up before is never begun', async () => {
    const { memory } = start()
    const onNext = vi.fn()
    memory.store.observeChanges('u', onNext, onNext)()
    const { store } = await memory.open()
    await store.listChanges('u')
    expect(onNext).not.toHaveBeenCalled()
  })
})

test('what runs by itself waits for the first screen; what the screen shows does not', async () => {
  let tellDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    tellDrawn = resolve
  })
  const { memory } = start({ mayKeep: true, drawn })
  const begun: string[] = []
  void memory.waitingStore.listChanges('u').then(() => begun.push('sending'))
  void memory.store.health.check().then(() => begun.push('checking'))
  const shown = new Promise((resolve) => {
    memory.store.observeChanges('u', resolve, resolve)
  })
  expect(await memory.copies.find('k')).toBeNull()
  expect(await shown).toMatchObject({ changes: [], unreadable: 0 })
  await memory.store.countAcked() // a step of the same database, behind those that were begun
  expect(begun).toEqual([])
  tellDrawn()
  await vi.waitFor(() => expect([...begun].sort()).toEqual(['checking', 'sending']))
})

describe('a browser', () => {
  const withoutWorker = { serviceWorker: undefined } as unknown as Navigator

  test('with a worker that answers is taken to keep something', async () => {
    const navigator = { serviceWorker: { controller: {} } } as Navigator
    expect(await hasDatabases({ navigator, indexedDB })).toBe(true)
  })

  test('tells by its databases', async () => {
    expect(await hasDatabases({ navigator: withoutWorker, indexedDB })).toBe(false)
    await (await openOne()).copies.set('k', COPY)
    expect(await hasDatabases({ navigator: withoutWorker, indexedDB })).toBe(true)
  })

  test('that does not tell is taken to keep something', async () => {
    const silent = {} as IDBFactory
    expect(await hasDatabases({ navigator: withoutWorker, indexedDB: silent })).toBe(true)
  })
})
