import { describe, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import {
  claimInNewRun,
  claimOne as claimOneOf,
  type NewRunClaim,
  setupOutbox,
} from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// Which changes can be claimed, when, and in which order.

const NOW = 1_000_000
const outbox = setupOutbox()

const REJECT = { kind: 'status', to: 'rejected' } as const
const ERROR = { status: 500, code: null, message: 'down' }
const UNANSWERED = { ...ERROR, status: null }
const AT_ONCE = { nowMs: NOW, ignoreLeases: false, longestPauseMs: 300_000, takes: () => true }
const until = (notBefore: number, floor = 0) => ({ notBefore, floor })

const claim = (overrides: NewRunClaim = {}) =>
  claimInNewRun(outbox.store, { nowMs: NOW, leaseMs: 1_000, ...overrides })
const claimIds = async (overrides?: NewRunClaim) => idsOf(await claim(overrides))
const claimOne = () => claimOneOf(outbox.store, { nowMs: NOW, leaseMs: 1_000 })
const queue = (overrides?: Parameters<typeof sampleChange>[0]) =>
  outbox.store.queueChange(sampleChange(overrides))
async function queueAll(entityIds: string): Promise<void> {
  for (const entityId of entityIds) await queue({ entityId })
}
const list = () => outbox.store.listChanges('asha')
const idsOf = (changes: readonly Change[]) => changes.map(({ entityId }) => entityId)

test('a run claims the oldest changes first, one per listing', async () => {
  await queueAll('ba')
  const [first] = await claim()
  await queue({ entityId: 'b', action: REJECT, from: 'approved' })
  expect(first?.entityId).toBe('b')
  expect(await claim()).toEqual([])
  expect((await list()).map(({ entityId, state }) => `${entityId} ${state}`)).toEqual([
    'b sending',
    'a sending',
    'b waiting',
  ])
})

test('a run that has started claims nothing while the device works offline', async () => {
  await queueAll('a')
  await outbox.store.setWorkingOffline(true)
  expect(await claim()).toEqual([])
  await outbox.store.setWorkingOffline(false)
  expect(await claimIds()).toEqual(['a'])
})

test('a parked change blocks its own listing only', async () => {
  await queueAll('a')
  const parked = await claimOne()
  await queue({ entityId: 'a', action: REJECT, from: 'approved' })
  await outbox.store.parkChange(parked, ERROR)
  await queueAll('b')
  expect(await claimIds()).toEqual(['b'])
})

test('a change is not claimed before it is due', async () => {
  await queueAll('a')
  await outbox.store.postponeChange(await claimOne(), until(NOW + 500), ERROR)
  expect(await claim()).toEqual([])
  expect(await outbox.store.findNextDueAt('asha', AT_ONCE)).toBe(NOW + 500)
  expect(await claim({ nowMs: NOW + 500 })).toHaveLength(1)
})

test('a claim is exclusive until its lease ends, unless leases are ignored', async () => {
  await queueAll('a')
  await claimOne()
  expect(await claim({ nowMs: NOW + 999 })).toEqual([])
  expect(await claim({ ignoreLeases: true })).toMatchObject([{ fence: 2, tries: 2 }])
  expect(await claim({ nowMs: NOW + 1_000 })).toMatchObject([{ fence: 3 }])
})

test('the answer to a claim is ignored once a newer run has claimed the change', async () => {
  await queueAll('a')
  const overtaken = await claimOne()
  const current = await claim({ ignoreLeases: true })
  expect(await outbox.store.parkChange(overtaken, ERROR)).toBe(false)
  expect(await list()).toMatchObject([{ state: 'sending', fence: current[0]?.fence }])
})

test("another user's changes are neither listed nor claimed", async () => {
  await queue({ userId: 'ravi' })
  expect(await list()).toEqual([])
  expect(await claim()).toEqual([])
})

test('when the network returns, changes without an answer become due, but not those that the server delayed', async () => {
  await queueAll('ab')
  const [silent, busy] = await claim()
  if (!silent || !busy) throw new Error('two changes were queued')
  await outbox.store.postponeChange(silent, until(NOW + 9_000), { ...ERROR, status: null })
  await outbox.store.postponeChange(busy, until(NOW + 9_000), { ...ERROR, status: 429 })
  await outbox.store.makeUnansweredDue('asha')
  expect(await claimIds()).toEqual(['a'])
})

test('each claim has the lease that `leaseMsOf` returns for its change', async () => {
  await queueAll('ab')
  const { fencingToken } = await outbox.store.startRun('shared', NOW)
  const leaseMsOf = ({ entityId }: Change) => (entityId === 'a' ? 9_000 : 1_000)
  await outbox.store.claimChanges({
    ...AT_ONCE,
    userId: 'asha',
    fencingToken,
    isTogether: true,
    limit: 2,
    first: 'oldest',
    leaseMsOf,
  })
  expect(await claimIds({ nowMs: NOW + 8_999 })).toEqual(['b'])
  expect(await claimIds({ nowMs: NOW + 9_000 })).toContain('a')
})

describe('the order of claims', () => {
  test('starts at the oldest or the newest change, as requested', async () => {
    await queueAll('abcd')
    expect(await claimIds({ limit: 2, first: 'newest' })).toEqual(['d', 'c'])
    expect(await claimIds({ limit: 2, first: 'oldest' })).toEqual(['a', 'b'])
  })

  test('puts changes with fewer tries first, whether the oldest or the newest are requested', async () => {
    await queueAll('abc')
    for (const change of await claim({ limit: 1 })) {
      await outbox.store.postponeChange(change, until(NOW), UNANSWERED)
    }
    expect(await claimIds({ limit: 1 })).toEqual(['b'])
    expect(await claimIds({ limit: 2, first: 'newest' })).toEqual(['c', 'a'])
  })

  test('within one listing is the order of queueing, even if the newest change is requested first', async () => {
    await queueAll('a')
    const [first] = await claim()
    await queue({ entityId: 'a', action: REJECT, from: 'approved' })
    if (first) await outbox.store.postponeChange(first, until(NOW), UNANSWERED)
    expect((await claim({ first: 'newest' })).map(({ seq }) => seq)).toEqual([1])
  })
})

describe('a delay', () => {
  async function postpone(notBefore: number, floor = 0, error = UNANSWERED): Promise<void> {
    await queueAll('a')
    await outbox.store.postponeChange(await claimOne(), until(notBefore, floor), error)
  }
  const dueAt = (overrides: Partial<typeof AT_ONCE> = {}) =>
    outbox.store.findNextDueAt('asha', { ...AT_ONCE, ...overrides })

  test.each([
    ['a returning network', () => outbox.store.makeUnansweredDue('asha')],
    ['Retry', async () => outbox.store.retryChanges([await outbox.at(1)])],
  ])('that the server asked for is not shortened by %s', async (_what, retry) => {
    await postpone(NOW + 9_000, NOW + 9_000)
    await retry()
    expect(await dueAt()).toBe(NOW + 9_000)
    expect(await claim({ nowMs: NOW + 8_999 })).toEqual([])
    expect(await claim({ nowMs: NOW + 9_000 })).toHaveLength(1)
  })

  test('that the server asked for may be longer than any delay of the app', async () => {
    await postpone(NOW + 3_600_000, NOW + 3_600_000)
    expect(await dueAt({ longestPauseMs: 20_000, takes: () => true })).toBe(NOW + 3_600_000)
  })

  test('is set anew after each try, whatever delay an earlier answer asked for', async () => {
    await postpone(NOW + 9_000, NOW + 9_000)
    const [again] = await claim({ nowMs: NOW + 9_000 })
    if (again) await outbox.store.postponeChange(again, until(NOW + 9_500), UNANSWERED)
    expect(await dueAt()).toBe(NOW + 9_500)
  })

  test('that the app chose is ignored if it is longer than the present maximum', async () => {
    await postpone(NOW + 20_001)
    expect(await dueAt()).toBe(NOW + 20_001)
    expect(await dueAt({ longestPauseMs: 20_000, takes: () => true })).toBe(NOW)
  })

  test('is ignored if it was set before the clock was set back, and so is a lease', async () => {
    const yearBack = NOW - 365 * 24 * 3_600_000
    await postpone(NOW + 9_000, NOW + 9_000)
    expect(await claim({ nowMs: yearBack })).toHaveLength(1)
    await queueAll('b')
    await claim({ nowMs: NOW })
    expect(await claimIds({ nowMs: yearBack })).toContain('b')
  })
})
