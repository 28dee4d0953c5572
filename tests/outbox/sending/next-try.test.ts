import { expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { findNextTryAt, formatCountdown } from '#src/outbox/sending/next-try.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const NOW = 1_000_000
const limited = (waitMs: number, row: Partial<Change> = {}) =>
  sampleChange({
    tries: 1,
    notBefore: NOW + waitMs,
    lastError: { status: 429, code: 'rate-limited', message: 'The server asks to slow down.' },
    ...(row as object),
  })

test.for<[string, Change[], number]>([
  ['the next try is 0 (no time) when nothing waits', [], 0],
  ['the next try is at the end of the delay that a 429 asked for', [limited(12_000)], NOW + 12_000],
  [
    'the next try is that of the change that is due first',
    [limited(30_000), limited(12_000)],
    NOW + 12_000,
  ],
  [
    "the next try is at the end of the server's delay if that is longer than the app's delay",
    [limited(1_000, { floor: NOW + 9_000 })],
    NOW + 9_000,
  ],
  ['the next try is 0 when the delay is over', [limited(-1)], 0],
  [
    'the next try is 0 when the change got no answer and waits for the network',
    [limited(12_000, { lastError: { status: null, code: null, message: '' } })],
    0,
  ],
  ['the next try is 0 when the change is being sent', [limited(12_000, { state: 'sending' })], 0],
  ['the next try is 0 when the clock was set back since', [limited(400 * 24 * 3_600_000)], 0],
])('%s', ([, changes, expected]) => {
  expect(findNextTryAt(changes, NOW)).toBe(expected)
})

test('a countdown is shown in seconds, and from one minute on in minutes and seconds', () => {
  expect([12, 60, 125].map(formatCountdown)).toEqual(['12 s', '1 min 0 s', '2 min 5 s'])
})
