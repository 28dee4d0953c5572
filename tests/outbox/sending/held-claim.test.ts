import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { holdClaim } from '#src/outbox/sending/held-claim.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const LEASE_MS = 120_000

function hold(entity: Change['entity'], keepClaim = vi.fn(async () => true)) {
  const sendHeartbeat = vi.fn(async () => true)
  const change = { ...sampleChange(), entity, leasedUntil: LEASE_MS } as Change // only these fields are read
  const store = { keepClaim, sendHeartbeat }
  const onKept = vi.fn()
  const claim = holdClaim({ change, fencingToken: 7, store, now: Date.now, onKept })
  return { claim, keepClaim, sendHeartbeat, onKept, change }
}

test('the claim of a listing is kept for as long as its files take, with the heartbeat of its run', async () => {
  const { claim, keepClaim, sendHeartbeat, onKept, change } = hold('posting')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(claim.isStillClaimed()).toBe(true)
  expect(claim.signal.aborted).toBe(false)
  expect(keepClaim).toHaveBeenLastCalledWith(change, 600_000 + LEASE_MS)
  expect(sendHeartbeat).toHaveBeenLastCalledWith(7, 600_000)
  expect(onKept).toHaveBeenCalledTimes(40)
  claim.release()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(keepClaim).toHaveBeenCalledTimes(40)
})

test('the claim of every other change ends with its lease', async () => {
  const { claim, keepClaim } = hold('listing')
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(claim.isStillClaimed()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(claim.isStillClaimed()).toBe(false)
  expect(keepClaim).not.toHaveBeenCalled()
})

test('a claim that another page has taken over is given up', async () => {
  const { claim } = hold(
    'posting',
    vi.fn(async () => false),
  )
  await vi.advanceTimersByTimeAsync(15_000)
  expect(claim.signal.aborted).toBe(true)
})

test('a claim that could not be prolonged once is prolonged at the next beat', async () => {
  expectConsole('warn', /could not be prolonged/)
  const keepClaim = vi.fn(async () => true)
  keepClaim.mockRejectedValueOnce(new Error('full'))
  const { claim } = hold('posting', keepClaim)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(claim.isStillClaimed()).toBe(true)
})
