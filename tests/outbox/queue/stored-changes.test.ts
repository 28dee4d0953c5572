import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import { foldEventChanges } from '#src/outbox/overlay/event-overlay.ts'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import { createDrainDevice, YES } from '#tests/support/outbox/drain-device.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleListing,
} from '#tests/support/outbox/sample-change.ts'
import { STORED_FORMAT_1 } from './stored-format-1.ts'
import { STORED_FORMAT_2 } from './stored-format-2.ts'
import { STORED_FORMAT_3 } from './stored-format-3.ts'

// Outbox rows of earlier builds, and damaged outbox rows. Valid rows are sent; the others remain unchanged.

let device: ReturnType<typeof createDrainDevice>

beforeEach(() => {
  device = createDrainDevice()
  device.nowMs = 1_780_000_000_000
})
afterEach(() => device.close())

/** Stores rows as an earlier build did, bypassing this build's types. */
async function store(rows: readonly object[]): Promise<void> {
  await device.database.changes.bulkAdd(rows as Change[])
}

async function drainAll(): Promise<void> {
  const drain = device.openTab(() => YES)
  await drain.run()
  await drain.run()
}

function stored(seq: number) {
  return device.database.changes.get(seq)
}

test('this test has sample rows of every format that a build has written', () => {
  const formats = [...STORED_FORMAT_1, ...STORED_FORMAT_2, ...STORED_FORMAT_3].map(
    ({ format }) => format,
  )
  expect(new Set(formats)).toEqual(
    new Set(Array.from({ length: CHANGE_FORMAT }, (_, index) => index + 1)),
  )
})

test('the rows of the first build are read and sent with their own keys and states', async () => {
  await store(STORED_FORMAT_1)
  const before = await device.list()
  expect(before).toHaveLength(STORED_FORMAT_1.length)
  expect(before[0]).toMatchObject({ entity: 'listing', entityId: 'listing-11', isKeyed: true })
  expect(before[2]).toMatchObject({
    entityId: 'listing-13',
    isKeyed: false,
    entityName: 'Old mill',
  })
  await drainAll()
  expect(device.sent.map(({ key }) => key).sort()).toEqual([
    'f1-bare-delete',
    'f1-lost-answer',
    'f1-unsent',
  ])
  expect(await device.states()).toEqual(['acked', 'acked', 'acked', 'parked', 'conflict', 'acked'])
  expect(await device.store.keepMine(5)).toBe(true)
  expect(await device.store.retryChange(4)).toBe(true)
  await drainAll()
  expect(new Set(await device.states())).toEqual(new Set(['acked']))
})

test('the rows of the second format are read and sent with their own keys', async () => {
  await store(STORED_FORMAT_2)
  const upcast = STORED_FORMAT_2.map((row) => ({ ...row, format: CHANGE_FORMAT }))
  expect(await device.list()).toEqual(upcast)
  await drainAll()
  expect(device.sent.map(({ key }) => key).sort()).toEqual([
    'f2-create',
    'f2-delete',
    'f2-listing',
    'f2-update',
  ])
  expect(await device.store.undoUnsent(24)).toBe(false)
})

test('the rows of the third format are read, and a rejection is sent before its reason', async () => {
  await store(STORED_FORMAT_3)
  expect(await device.list()).toEqual(STORED_FORMAT_3)
  await drainAll()
  expect(device.sent.map(({ key }) => key)).toEqual(['f3-rejection', 'f3-reason'])
})

describe('a row that this build cannot read', () => {
  // Except for its unknown format number, this is a valid row of the first format.
  const later = { ...STORED_FORMAT_1[0], seq: 40, key: 'later', format: 99, anything: 'else' }
  const good = Array.from({ length: 100 }, (_, index) =>
    sampleChange({ seq: index + 100, key: `good-${index}`, entityId: `listing-${index}` }),
  )
  const { action: _, ...withoutAction } = sampleChange({ seq: 41, key: 'no-action' })
  const { entityId: __, ...withoutEntity } = sampleChange({ seq: 42, key: 'no-entity' })
  const damaged: Record<string, object> = {
    'without an action': withoutAction,
    'without its entity': withoutEntity,
    'with an unknown status': {
      ...sampleChange({ seq: 43, key: 'no-status' }),
      action: { kind: 'status', to: 'sold' },
    },
    'with a text instead of a number': { ...sampleChange({ seq: 44, key: 'text' }), tries: '1' },
    'in an unknown state': { ...sampleChange({ seq: 45, key: 'state' }), state: 'lost' },
    'without a format': { ...sampleChange({ seq: 46, key: 'format' }), format: undefined },
    'of a reason without its rejection': {
      ...sampleChange({ seq: 51, key: 'reason' }),
      action: { kind: 'reason', code: 'photos', note: '', changesNeeded: false },
    },
    'of an event without fields': {
      ...sampleEventChange({ seq: 47, key: 'fields' }),
      action: { kind: 'create', twins: null },
    },
    'of an event that lost its earlier texts': {
      ...sampleEventChange({ seq: 48, key: 'earlier' }),
      earlier: 'none',
    },
    'of the first format without its listing': {
      ...STORED_FORMAT_1[0],
      seq: 49,
      key: 'first',
      listingId: null,
    },
  }

  const unreadable = [...Object.values(damaged), later] as (object & { seq: number })[]

  test('stays unchanged and is not sent, and blocks neither other rows nor screens', async () => {
    await store([...unreadable, ...good])
    const changes = await device.list()
    const row = { id: 'listing-0', status: 'approved' }
    expect(foldChanges([sampleListing({ id: row.id })], changes, 0).rows).toMatchObject([row])
    expect(() => foldEventChanges([], changes, 0)).not.toThrow()
    await drainAll()
    expect(device.sentIds().sort()).toEqual(good.map(({ entityId }) => entityId).sort())
    for (const row of unreadable) expect(await stored(row.seq)).toEqual(row)
  })

  test('is counted for its user, or for every user if the row names no user', async () => {
    const { userId: _owner, ...ownerless } = sampleChange({ seq: 50, key: 'ownerless' })
    await store([...unreadable, ownerless, ...good.slice(0, 1)])
    const onNext = vi.fn()
    const stopAsha = device.store.observeChanges('asha', onNext, vi.fn())
    await waitFor(() => expect(onNext).toHaveBeenCalled())
    expect(onNext.mock.lastCall?.[0]).toMatchObject({
      changes: [{ key: 'good-0' }],
      unreadable: unreadable.length + 1,
    })
    const onOther = vi.fn()
    const stopRavi = device.store.observeChanges('ravi', onOther, vi.fn())
    await waitFor(() => expect(onOther).toHaveBeenCalled())
    expect(onOther.mock.lastCall?.[0]).toMatchObject({ changes: [], unreadable: 1 })
    expect(await device.store.listUnreadable('ravi')).toEqual([ownerless])
    expect(await device.store.listUnreadable('asha')).toHaveLength(unreadable.length + 1)
    stopAsha()
    stopRavi()
  })

  test('survives every clean-up step', async () => {
    await store(unreadable)
    await device.store.slimDown('asha')
    await device.store.discardAll('asha')
    await device.store.forgetConfirmed()
    await device.store.removeAcked(unreadable.map(({ seq }) => seq))
    for (const { seq } of unreadable) {
      expect(await device.store.discardChange(seq)).toBe(false)
      expect(await device.store.retryChange(seq)).toBe(false)
    }
    expect(await device.database.changes.orderBy('seq').toArray()).toEqual(
      unreadable.sort((one, other) => one.seq - other.seq),
    )
  })
})
