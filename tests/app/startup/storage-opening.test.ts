import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStorageOpening } from '#src/app/startup/storage-opening.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const STORAGE = { isOpen: true }

function start({ hasData = false } = {}) {
  const loads = vi.fn(async () => STORAGE)
  return {
    loads,
    opening: createStorageOpening({ load: loads, hasData: Promise.resolve(hasData) }),
  }
}

describe('a device without stored data', () => {
  test('makes `openIfAny` return null without opening the storage', async () => {
    const { opening, loads } = start()
    expect(await opening.openIfAny()).toBeNull()
    expect(loads).not.toHaveBeenCalled()
  })

  test('opens its storage once, for the first write, and then reads from it', async () => {
    const { opening, loads } = start()
    expect(await Promise.all([opening.open(), opening.open()])).toEqual([STORAGE, STORAGE])
    expect(await opening.openIfAny()).toBe(STORAGE)
    expect(await opening.whenOpen).toBe(STORAGE)
    expect(loads).toHaveBeenCalledTimes(1)
  })

  test('opens its storage after 3 seconds without a write, and resolves `whenOpen` with it', async () => {
    const { opening, loads } = start()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(loads).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await opening.whenOpen).toBe(STORAGE)
  })
})

test('a device that may have stored data opens its storage at once', async () => {
  const { opening, loads } = start({ hasData: true })
  expect(await opening.openIfAny()).toBe(STORAGE)
  expect(loads).toHaveBeenCalledTimes(1)
})

test('opening the storage rejects if its code fails to load, and is retried automatically', async () => {
  expectConsole('warn', /cannot be opened yet/)
  const { opening, loads } = start({ hasData: true })
  loads.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await expect(opening.open()).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await opening.whenOpen).toBe(STORAGE)
  expect(loads).toHaveBeenCalledTimes(2)
})

describe('the check for stored data', () => {
  const check = (controller: object | null, databases?: object[]) => {
    const navigator = { serviceWorker: controller ? { controller } : undefined }
    const factory = databases && { databases: async () => databases }
    // The check uses only these members.
    return hasDatabases({ navigator, indexedDB: factory ?? {} } as unknown as Window)
  }

  test.each([
    ['assumes data when a service worker controls the page', check({}, []), true],
    ['finds none if the browser lists no databases', check(null, []), false],
    ['finds data if the browser lists a database', check(null, [{ name: 'cache' }]), true],
    ['assumes data when the browser cannot list its databases', check(null), true],
  ])('%s', async (_what, checked, hasSome) => {
    expect(await checked).toBe(hasSome)
  })
})
