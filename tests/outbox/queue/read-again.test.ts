import { waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Change } from '#src/domain/change.ts'
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

/** Whether each change is the object that was shown before, so that it was not read again. */
const keptOf = (before: readonly Change[]) =>
  last().map((change, place) => change === before[place])

test('of a long queue, a write to one change reads that change again, and keeps the others', async () => {
  await observeParked(501)
  const before = last()
  await device.store.retryChanges([3])
  await waitFor(() => expect(last()[2]?.state).toBe('waiting'))
  expect(keptOf(before).flatMap((isKept, place) => (isKept ? [] : place))).toEqual([2])
})

test('of a long queue, a change that was removed is no longer shown, and a new one is', async () => {
  await observeParked(501)
  await device.store.discardChange(2)
  await device.database.changes.add(sampleChange({ seq: 900, key: 'new', entityId: 'flat-new' }))
  await waitFor(() => expect(last().at(-1)?.seq).toBe(900))
  expect(last().map(({ seq }) => seq)).not.toContain(2)
  expect(last()).toHaveLength(501)
})

test('a write to hundreds of changes keeps those before and after them', async () => {
  await observeParked(600)
  const before = last()
  await device.store.retryChanges(Array.from({ length: 120 }, (_, place) => place + 101))
  await waitFor(() => expect(last()[219]?.state).toBe('waiting'))
  const kept = keptOf(before)
  expect(kept.indexOf(false)).toBe(100)
  expect(kept.lastIndexOf(false)).toBe(219)
  expect(last().filter(({ state }) => state === 'waiting')).toHaveLength(120)
})

test.for([
  ['a short queue: at the next write', 10, 0],
  ['a long queue: at a write ten seconds later', 501, 10_000],
] as const)(
  'what a tab wrote that died before it told so is shown. %s',
  async ([, count, afterMs]) => {
    await observeParked(count)
    await writeSilently(device.database, 7)
    device.nowMs += afterMs
    await device.store.retryChanges([3])
    await waitFor(() => expect(last()[2]?.state).toBe('waiting'))
    expect(last()[6]?.entityId).toBe('changed')
  },
)

/** Writes as a tab that dies between its commit and its notice: past Dexie, which would tell observers. */
async function writeSilently({ name }: { name: string }, seq: number): Promise<void> {
  const database = await settled(indexedDB.open(name))
  const rows = database.transaction('changes', 'readwrite').objectStore('changes')
  const row = await settled(rows.get(seq))
  await settled(rows.put({ ...row, entityId: 'changed' }))
  database.close()
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
