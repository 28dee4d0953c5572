import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { StorageTroubleError } from '#src/storage/storage-trouble.ts'

let finishOpening: () => void
let database: Dexie

beforeEach(() => {
  vi.useFakeTimers()
  database = new Dexie('slow')
  const opening = new Promise<Dexie>((resolve) => {
    finishOpening = () => resolve(database)
  })
  vi.spyOn(database, 'open').mockReturnValue(opening as ReturnType<Dexie['open']>)
})
afterEach(() => vi.useRealTimers())

test('a database that never opens fails each call: the first after three seconds, the next at once', async () => {
  const limit = openingLimitOf(database)
  const reported = vi.fn()
  limit.subscribe(reported)
  const read = vi.fn(async () => 'row')
  const store = limit.guard({ read })
  const first = expect(store.read()).rejects.toThrow(StorageTroubleError)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(limit.isBlocked()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await first
  expect([limit.isBlocked(), reported.mock.calls.length]).toEqual([true, 1])
  const next = expect(store.read()).rejects.toThrow(StorageTroubleError)
  await vi.advanceTimersByTimeAsync(0)
  await next
  expect(read).not.toHaveBeenCalled()
  finishOpening()
  await vi.advanceTimersByTimeAsync(0)
  expect(limit.isBlocked()).toBe(false)
  expect(await store.read()).toBe('row')
})
