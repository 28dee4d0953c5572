import { expect, test } from 'vitest'
import type { Change, ListingChange } from '#src/domain/change.ts'
import { findNextTryAt } from '#src/outbox/sending/next-try.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const NOW = 1_000_000
/** A change that a 429 delays. */
const limited = (waitMs: number, overrides: Partial<ListingChange> = {}) =>
  sampleChange({ tries: 1, notBefore: NOW + waitMs, lastError: errorOf(429), ...overrides })
const errorOf = (status: number | null) => ({ status, code: null, message: '' })

test.each<[when: string, changes: Change[], nextTryAt: number]>([
  ['when the delay that a 429 asked for is over', [limited(12_000)], NOW + 12_000],
  ['when the first change is due', [limited(30_000), limited(12_000)], NOW + 12_000],
  [
    "after the server's delay, if it is longer",
    [limited(1_000, { floor: NOW + 9_000 })],
    NOW + 9_000,
  ],
  ['0 (no time) while nothing waits', [], 0],
  ['0 after the delay', [limited(-1)], 0],
  ['0 while a change waits for the network', [limited(12_000, { lastError: errorOf(null) })], 0],
  ['0 while a change is being sent', [limited(12_000, { state: 'sending' })], 0],
  ['0 if the clock was set back since', [limited(400 * 24 * 3_600_000)], 0],
])('the next try is %s', (_when, changes, nextTryAt) => {
  expect(findNextTryAt(changes, NOW)).toBe(nextTryAt)
})
