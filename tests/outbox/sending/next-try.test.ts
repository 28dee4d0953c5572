import { expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { findNextTryAt, formatCountdown } from '#src/outbox/sending/next-try.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

const NOW = 1_000_000
const limited = (waitMs: number, row: Partial<Change> = {}) =>
  sampleChange({
    tries: 1,
    notBefore: NOW + waitMs,
    lastError: { status: 429, code: 'rate-limited', message: 'The server asks to slow down.' },
    ...(row as object),
  })

test.for<[string, Change[], number]>([
  ['nothing waits', [], 0],
  ['a 429 asked for a delay', [limited(12_000)], NOW + 12_000],
  ['two changes wait', [limited(30_000), limited(12_000)], NOW + 12_000],
  [
    'the server asked for a longer delay than the app',
    [limited(1_000, { floor: NOW + 9_000 })],
    NOW + 9_000,
  ],
  ['the delay is over', [limited(-1)], 0],
  [
    'the change got no answer and waits for the network',
    [limited(12_000, { lastError: { status: null, code: null, message: '' } })],
    0,
  ],
  ['the change is being sent', [limited(12_000, { state: 'sending' })], 0],
  ['the clock has been set back', [limited(400 * 24 * 3_600_000)], 0],
])('the time of the next try when %s', ([, changes, expected]) => {
  expect(findNextTryAt(changes, NOW)).toBe(expected)
})

test('a countdown is in seconds, and from a minute on in minutes and seconds', () => {
  expect([12, 60, 125].map(formatCountdown)).toEqual(['12 s', '1 min 0 s', '2 min 5 s'])
})
