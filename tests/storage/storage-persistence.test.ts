import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStoragePersistence } from '#src/storage/storage-persistence.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const QUOTA = 100_000_000

/** A browser whose free space a test can change. */
function browserWith(findFree: () => number) {
  return {
    persist: async () => true,
    persisted: async () => true,
    estimate: async () => ({ quota: QUOTA, usage: QUOTA - findFree() }),
  }
}

test.for<[free: number, space: string]>([
  [50_000_000, 'enough'],
  [19_000_000, 'low'],
  [3_000_000, 'full'],
  [-1, 'full'],
])('%i free bytes of storage count as "%s"', async ([free, space]) => {
  const persistence = createStoragePersistence(browserWith(() => free))
  await persistence.checkSpace()
  expect(persistence.getSpace()).toBe(space)
  persistence.dispose()
})

test('storage space counts as enough if the browser does not report it', async () => {
  const unknown = { ...browserWith(() => 0), estimate: async () => ({}) }
  for (const storage of [undefined, unknown]) {
    const persistence = createStoragePersistence(storage)
    await persistence.checkSpace()
    expect(persistence.getSpace()).toBe('enough')
  }
})

test('storage space counts as enough if the estimate fails', async () => {
  expectConsole('warn', /how much space is left/)
  const failing = { ...browserWith(() => 0), estimate: () => Promise.reject(new Error('no')) }
  const persistence = createStoragePersistence(failing)
  await persistence.checkSpace()
  expect(persistence.getSpace()).toBe('enough')
})

test('full storage is checked again until there is enough space, and each new state is announced once', async () => {
  let free = 3_000_000
  const readFree = vi.fn(() => free)
  const persistence = createStoragePersistence(browserWith(readFree))
  const announce = vi.fn()
  persistence.subscribe(announce)
  await persistence.checkSpace()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(announce).toHaveBeenCalledTimes(1)
  free = 50_000_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect([persistence.getSpace(), announce.mock.calls.length]).toEqual(['enough', 2])
  const checks = readFree.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(readFree).toHaveBeenCalledTimes(checks)
})
