import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewPass, type NewPassClaim } from '#tests/support/pass-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

// What may be claimed, when, and in which order.

const NOW = 1_000_000
let database: OutboxDatabase
let store: OutboxStore

beforeEach(() => {
  database = createOutboxDatabase()
  store = createOutboxStore(database)
})

afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

const draft = sampleChange
const REJECT = { kind: 'status', to: 'rejected' } as const
const ERROR = { status: 500, code: null, message: 'down' }
const UNANSWERED = { ...ERROR, status: null }
const AT_ONCE = { nowMs: NOW, ignoreLeases: false, longestPauseMs: 300_000 }
const until = (notBefore: number, floor = 0) => ({ notBefore, floor })

function claim(overrides: NewPassClaim = {}) {
  return claimInNewPass(store, { nowMs: NOW, leaseMs: 1_000, ...overrides })
}

async function claimOne(): Promise<Change> {
  const [change] = await claim()
  if (!change) throw new Error('nothing was due')
  return change
}

async function queueAll(entityIds: Iterable<string>): Promise<void> {
  for (const entityId of entityIds) await store.queueChange(draft({ entityId }))
}

const list = () => store.listChanges('asha')
const idsOf = (changes: readonly Change[]) => changes.map(({ entityId }) => entityId)

test('changes are claimed oldest first, one a listing', async () => {
  await store.queueChange(draft({ entityId: 'b' }))
  await store.queueChange(draft({ entityId: 'a' }))
  const first = await claimOne()
  await store.queueChange(draft({ entityId: 'b', action: REJECT, from: 'approved' }))
  expect(first.entityId).toBe('b')
  expect(await claim()).toEqual([])
  expect((await list()).map(({ entityId, state }) => [entityId, state])).toEqual([
    ['b', 'sending'],
    ['a', 'sending'],
    ['b', 'waiting'],
  ])
})

test('while the device works offline on purpose nothing is claimed, by a pass that is under way neither', async () => {
  await store.queueChange(draft())
  await store.setWorkingOffline(true)
  expect(await claim()).toEqual([])
  await store.setWorkingOffline(false)
  expect(idsOf(await claim())).toEqual([draft().entityId])
})

test('a parked change holds up its own listing only', async () => {
  await store.queueChange(draft())
  const parked = await claimOne()
  await store.queueChange(draft({ action: REJECT, from: 'approved' }))
  await store.parkChange(parked, ERROR)
  await store.queueChange(draft({ entityId: 'other' }))
  expect((await claim()).map(({ entityId }) => entityId)).toEqual(['other'])
})

test('a change is not claimed before its time', async () => {
  await store.queueChange(draft())
  await store.postponeChange(await claimOne(), until(NOW + 500), ERROR)
  expect(await claim()).toEqual([])
  expect(await store.findNextDueAt('asha', AT_ONCE)).toBe(NOW + 500)
  expect(await claim({ nowMs: NOW + 500 })).toHaveLength(1)
})

test('a claim holds until its lease is over, or at once for who holds the lock', async () => {
  await store.queueChange(draft())
  await claimOne()
  expect(await claim({ nowMs: NOW + 999 })).toEqual([])
  expect(await claim({ ignoreLeases: true })).toMatchObject([{ fence: 2, tries: 2 }])
  expect(await claim({ nowMs: NOW + 1_000 })).toMatchObject([{ fence: 3 }])
})

test('the answer of an overtaken claim changes nothing', async () => {
  await store.queueChange(draft())
  const overtaken = await claimOne()
  const current = await claim({ ignoreLeases: true })
  expect(await store.parkChange(overtaken, ERROR)).toBe(false)
  expect(await list()).toMatchObject([{ state: 'sending', fence: current[0]?.fence }])
})

test("another person's changes are neither seen nor claimed", async () => {
  await store.queueChange(draft({ userId: 'ravi' }))
  expect(await list()).toEqual([])
  expect(await claim()).toEqual([])
})

test('a change written by a newer build is neither shown, sent nor lost', async () => {
  await store.queueChange(draft())
  await database.changes.update(1, { format: CHANGE_FORMAT + 1 })
  expect(await list()).toEqual([])
  expect(await claim()).toEqual([])
  expect(await database.changes.count()).toBe(1)
})

test('a network that is back makes due what nothing answered, not what the server put off', async () => {
  await store.queueChange(draft())
  await store.queueChange(draft({ entityId: 'listing-2' }))
  const [silent, busy] = await claim()
  if (!silent || !busy) throw new Error('two changes were queued')
  await store.postponeChange(silent, until(NOW + 9_000), { ...ERROR, status: null })
  await store.postponeChange(busy, until(NOW + 9_000), { ...ERROR, status: 429 })
  await store.makeUnansweredDue('asha')
  expect((await claim()).map(({ entityId }) => entityId)).toEqual(['listing-1'])
})

test('a claim holds as long as a call of its kind may take', async () => {
  await queueAll('ab')
  const { number: pass } = await store.beginPass('shared', NOW)
  const leaseMsOf = ({ entityId }: Change) => (entityId === 'a' ? 9_000 : 1_000)
  await store.claimChanges({
    ...AT_ONCE,
    userId: 'asha',
    pass,
    limit: 2,
    first: 'oldest',
    leaseMsOf,
  })
  expect(idsOf(await claim({ nowMs: NOW + 8_999 }))).toEqual(['b'])
  expect(idsOf(await claim({ nowMs: NOW + 9_000 }))).toContain('a')
})

describe('the order of claims', () => {
  test('begins at the end that is asked for', async () => {
    await queueAll('abcd')
    expect(idsOf(await claim({ limit: 2, first: 'newest' }))).toEqual(['d', 'c'])
    expect(idsOf(await claim({ limit: 2, first: 'oldest' }))).toEqual(['a', 'b'])
  })

  test('puts what was tried less often first, at both ends', async () => {
    await queueAll('abc')
    for (const change of await claim({ limit: 1 })) {
      await store.postponeChange(change, until(NOW), UNANSWERED)
    }
    expect(idsOf(await claim({ limit: 1 }))).toEqual(['b'])
    expect(idsOf(await claim({ limit: 2, first: 'newest' }))).toEqual(['c', 'a'])
  })

  test('of one listing is the order of queueing, whichever end comes first', async () => {
    await queueAll('a')
    const [first] = await claim()
    await store.queueChange(draft({ entityId: 'a', action: REJECT, from: 'approved' }))
    if (first) await store.postponeChange(first, until(NOW), UNANSWERED)
    expect((await claim({ first: 'newest' })).map(({ seq }) => seq)).toEqual([1])
  })
})

describe('a wait', () => {
  async function postpone(notBefore: number, floor = 0, error = UNANSWERED): Promise<void> {
    await queueAll('a')
    await store.postponeChange(await claimOne(), until(notBefore, floor), error)
  }
  const dueAt = (overrides: Partial<typeof AT_ONCE> = {}) =>
    store.findNextDueAt('asha', { ...AT_ONCE, ...overrides })

  test('that the server asked for is not shortened by a network that is back', async () => {
    await postpone(NOW + 9_000, NOW + 9_000)
    await store.makeUnansweredDue('asha')
    expect(await dueAt()).toBe(NOW + 9_000)
    expect(await claim({ nowMs: NOW + 8_999 })).toEqual([])
    expect(await claim({ nowMs: NOW + 9_000 })).toHaveLength(1)
  })

  test('that the server asked for is not shortened by a person who presses Retry', async () => {
    await postpone(NOW + 9_000, NOW + 9_000)
    await store.retryChange(1)
    expect(await claim({ nowMs: NOW + 8_999 })).toEqual([])
    expect(await claim({ nowMs: NOW + 9_000 })).toHaveLength(1)
  })

  test('that the server asked for may be longer than any pause of our own', async () => {
    await postpone(NOW + 3_600_000, NOW + 3_600_000)
    expect(await dueAt({ longestPauseMs: 20_000 })).toBe(NOW + 3_600_000)
  })

  test('of the last try counts, not one that an earlier answer asked for', async () => {
    await postpone(NOW + 9_000, NOW + 9_000)
    const [again] = await claim({ nowMs: NOW + 9_000 })
    if (again) await store.postponeChange(again, until(NOW + 9_500), UNANSWERED)
    expect(await dueAt()).toBe(NOW + 9_500)
  })

  test('longer than whoever looks now would have waited is over', async () => {
    await postpone(NOW + 20_001)
    expect(await dueAt()).toBe(NOW + 20_001)
    expect(await dueAt({ longestPauseMs: 20_000 })).toBe(NOW)
  })

  test('or a claim of a clock that was set back since is over', async () => {
    const yearBack = NOW - 365 * 24 * 3_600_000
    await postpone(NOW + 9_000, NOW + 9_000)
    expect(await claim({ nowMs: yearBack })).toHaveLength(1)
    await queueAll('b')
    await claim({ nowMs: NOW })
    expect(idsOf(await claim({ nowMs: yearBack }))).toContain('b')
  })
})
