import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import { foldEventChanges } from '#src/outbox/overlay/event-overlay.ts'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import { createDrainDevice, type DrainDevice, YES } from '#tests/support/outbox/drain-device.ts'
import { changeAt } from '#tests/support/outbox/run-claims.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleListing,
} from '#tests/support/outbox/sample-change.ts'
import { STORED_FORMAT_1 } from './stored-format-1.ts'
import { STORED_FORMAT_2 } from './stored-format-2.ts'
import { STORED_FORMAT_3 } from './stored-format-3.ts'
import { STORED_FORMAT_4 } from './stored-format-4.ts'
import { STORED_FORMAT_5 } from './stored-format-5.ts'

// Outbox rows of earlier builds, and damaged outbox rows. Valid rows are sent; the others remain unchanged.

let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
  device.nowMs = 1_780_000_000_000
})

/** Stores rows as an earlier build did, bypassing this build's types. */
async function store(rows: readonly object[]): Promise<void> {
  await device.database.changes.bulkAdd(rows as Change[])
}

async function drainAll(): Promise<void> {
  const drain = device.openTab(() => YES)
  await drain.run()
  await drain.run()
}

const at = (seq: number) => changeAt(device.database, seq)
const sentKeys = () => device.sent.map(({ key }) => key)

test('this test has sample rows of every format that a build has written', () => {
  const rows = [
    ...STORED_FORMAT_1,
    ...STORED_FORMAT_2,
    ...STORED_FORMAT_3,
    ...STORED_FORMAT_4,
    ...STORED_FORMAT_5,
  ]
  const formats = Array.from({ length: CHANGE_FORMAT }, (_, index) => index + 1)
  expect(new Set(rows.map(({ format }) => format))).toEqual(new Set(formats))
})

test('the rows of the first build are read and sent with their own keys and states', async () => {
  await store(STORED_FORMAT_1)
  const before = await device.list()
  expect(before).toHaveLength(STORED_FORMAT_1.length)
  expect(before[0]).toMatchObject({ entity: 'listing', entityId: 'listing-11', isKeyed: true })
  expect(before[2]).toMatchObject({
    entityId: 'listing-13',
    entityName: 'Old mill',
    isKeyed: false,
  })
  await drainAll()
  expect(sentKeys().sort()).toEqual(['f1-bare-delete', 'f1-lost-answer', 'f1-unsent'])
  expect(await device.states()).toEqual(['acked', 'acked', 'acked', 'parked', 'conflict', 'acked'])
  expect(await device.store.keepMine(await at(5))).toMatchObject({ seq: 5 })
  expect(await device.store.retryChanges([await at(4)])).toBe(1)
  await drainAll()
  expect(new Set(await device.states())).toEqual(new Set(['acked']))
})

test('the rows of the second format are read and sent with their own keys', async () => {
  await store(STORED_FORMAT_2)
  const upcast = STORED_FORMAT_2.map((row) => ({ ...row, format: CHANGE_FORMAT }))
  expect(await device.list()).toEqual(upcast)
  await drainAll()
  expect(sentKeys().sort()).toEqual(['f2-create', 'f2-delete', 'f2-listing', 'f2-update'])
  expect(await device.store.undoUnsent(await at(24))).toBe(false)
})

test('the rows of the third format are read, and a rejection is sent before its reason', async () => {
  await store(STORED_FORMAT_3)
  expect(await device.list()).toEqual(
    STORED_FORMAT_3.map((row) => ({ ...row, format: CHANGE_FORMAT })),
  )
  await drainAll()
  expect(sentKeys()).toEqual(['f3-rejection', 'f3-reason'])
})

test('the rows of the fourth format are read, and a rejection with its reason is one change', async () => {
  await store(STORED_FORMAT_4)
  expect(await device.list()).toEqual(
    STORED_FORMAT_4.map((row) => ({ ...row, format: CHANGE_FORMAT })),
  )
  await drainAll()
  expect(sentKeys()).toEqual(['f4-rejection'])
})

test('the rows of the fifth format are read, and the changes of a batch are sent with their keys', async () => {
  await store(STORED_FORMAT_5)
  expect(await device.list()).toEqual(STORED_FORMAT_5)
  await drainAll()
  expect(sentKeys()).toEqual(STORED_FORMAT_5.map(({ key }) => key))
})

describe('a row that this build cannot read', () => {
  // Except for its unknown format number, this is a valid row of the first format.
  const later = { ...STORED_FORMAT_1[0], seq: 40, key: 'later', format: 99, anything: 'else' }
  const good = Array.from({ length: 100 }, (_, index) =>
    sampleChange({ seq: index + 100, key: `good-${index}`, entityId: `listing-${index}` }),
  )
  const listing = (seq: number, damage: object) => ({
    ...sampleChange({ seq, key: `${seq}` }),
    ...damage,
  })
  const event = (seq: number, damage: object) => ({
    ...sampleEventChange({ seq, key: `${seq}` }),
    ...damage,
  })
  const damaged = [
    listing(41, { action: undefined }),
    listing(42, { entityId: undefined }),
    listing(43, { action: { kind: 'status', to: 'sold' } }),
    listing(44, { tries: '1' }),
    listing(45, { state: 'lost' }),
    listing(46, { format: undefined }),
    listing(51, { action: { kind: 'reason', code: 'photos', note: '', changesNeeded: false } }), // without `changeKey`
    listing(52, { action: { kind: 'status', to: 'rejected', reason: { code: 'photos' } } }), // without a note
    event(47, { action: { kind: 'create', twins: null } }), // without `fields`
    event(48, { earlier: 'none' }),
    { ...STORED_FORMAT_1[0], seq: 49, key: '49', listingId: null },
    listing(90, { batch: null }),
    listing(91, { batch: { id: '', count: 2 } }),
    listing(92, { batch: { id: 'b', count: 'two' } }),
  ]
  const unreadable = [...damaged, later]

  test('stays unchanged and is not sent, and blocks neither other rows nor screens', async () => {
    await store([...unreadable, ...good])
    const changes = await device.list()
    const row = { id: 'listing-0', status: 'approved' }
    expect(foldChanges([sampleListing({ id: row.id })], changes, 0).rows).toMatchObject([row])
    expect(() => foldEventChanges([], changes, 0)).not.toThrow()
    await drainAll()
    expect(device.sentIds().sort()).toEqual(good.map(({ entityId }) => entityId).sort())
    for (const row of unreadable) expect(await device.database.changes.get(row.seq)).toEqual(row)
  })

  test('is counted for its user, or for every user if the row names no user', async () => {
    const ownerless = listing(50, { userId: undefined })
    await store([...unreadable, ownerless, ...good.slice(0, 1)])
    const own = { changes: [{ key: 'good-0' }], unreadable: unreadable.length + 1 }
    for (const [userId, read] of [
      ['asha', own],
      ['ravi', { changes: [], unreadable: 1 }],
    ] as const) {
      const onNext = vi.fn()
      onTestFinished(device.store.observeChanges(userId, onNext, vi.fn()))
      await waitFor(() => expect(onNext.mock.lastCall).toMatchObject([read]))
      expect(await device.store.listUnreadable(userId)).toHaveLength(read.unreadable)
    }
    expect(await device.store.listUnreadable('ravi')).toEqual([ownerless])
  })

  test('survives every clean-up step', async () => {
    await store(unreadable)
    await device.store.slimDown('asha')
    await device.store.discardAll('asha')
    await device.store.forgetConfirmed()
    await device.store.removeAcked(unreadable)
    for (const row of unreadable) {
      expect(await device.store.discardChange(row)).toBe(false)
      expect(await device.store.retryChanges([row])).toBe(0)
    }
    const left = await device.database.changes.toArray()
    expect(left).toEqual(unreadable.toSorted((one, other) => one.seq - other.seq))
  })
})
