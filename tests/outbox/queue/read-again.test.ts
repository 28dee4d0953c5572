import { waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { pruneAcked } from '#src/outbox/acked-pruning.ts'
import type { StoredChanges } from '#src/outbox/queue/reading-store.ts'
import { createDrainDevice, type DrainDevice } from '#tests/support/outbox/drain-device.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// What of a long queue is read again while it is sent.

let device: DrainDevice
let seen: StoredChanges[]

beforeEach(() => {
  device = createDrainDevice()
  seen = []
})

const last = () => seen.at(-1)?.changes ?? []

/** Stores parked changes and observes them. */
async function observeParked(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, place) =>
    sampleChange({
      seq: place + 1,
      key: `key-${place}`,
      entityId: `flat-${place}`,
      state: 'parked',
    }),
  )
  await device.database.changes.bulkAdd(rows)
  const stop = device.store.observeChanges('asha', (stored) => seen.push(stored), vi.fn())
  onTestFinished(stop)
  await waitFor(() => expect(last()).toHaveLength(count))
}

test('a write to one change reads that change again, and keeps the others', async () => {
  await observeParked(5)
  const before = last()
  await device.store.retryChanges([3])
  await waitFor(() => expect(last()[2]?.state).toBe('waiting'))
  expect(last().map((change, place) => change === before[place])).toEqual([
    true,
    true,
    false,
    true,
    true,
  ])
})

test('a change that was removed is no longer shown, and a new one is', async () => {
  await observeParked(3)
  await device.store.discardChange(2)
  await device.database.changes.add(sampleChange({ seq: 9, key: 'key-9', entityId: 'flat-9' }))
  await waitFor(() => expect(last().map(({ seq }) => seq)).toEqual([1, 3, 9]))
})

test('a write to hundreds of changes keeps those before and after them', async () => {
  await observeParked(400)
  const before = last()
  await device.store.retryChanges(Array.from({ length: 120 }, (_, place) => place + 101))
  await waitFor(() => expect(last()[219]?.state).toBe('waiting'))
  const kept = last().map((change, place) => change === before[place])
  expect(kept.lastIndexOf(false)).toBe(219)
  expect(kept.indexOf(false)).toBe(100)
  expect(last().filter(({ state }) => state === 'waiting')).toHaveLength(120)
})

test('a queue that takes long to read is read again for its confirmed changes only after a rest', async () => {
  let nowMs = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const store = {
    listChanges: vi.fn(async () => {
      nowMs += 600
      return []
    }),
    removeAcked: vi.fn(),
  }
  const prune = () =>
    pruneAcked('asha', {
      store,
      isReading: () => false,
      listCopied: async () => [],
      findCopied: async () => null,
    })
  await prune()
  nowMs += 5_399
  await prune()
  expect(store.listChanges).toHaveBeenCalledTimes(1)
  nowMs += 1
  await prune()
  expect(store.listChanges).toHaveBeenCalledTimes(2)
})
