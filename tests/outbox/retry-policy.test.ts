import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRetryAfter } from '#src/api/retry-after.ts'
import { holdAllMs, retryDelayMs } from '#src/outbox/retry-policy.ts'

const input = fc.record({
  tries: fc.integer({ min: 1, max: 10_000 }),
  isVisible: fc.boolean(),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 3_600_000 })),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
})

test('a delay is at least Retry-After; without Retry-After, it is at most 20 s, or 5 minutes on a hidden page', () => {
  fc.assert(
    fc.property(input, (given) => {
      const delay = retryDelayMs(given)
      expect(delay).toBeGreaterThanOrEqual(given.retryAfterMs ?? 0)
      const cap = given.isVisible ? 20_000 : 300_000
      expect(delay).toBeLessThanOrEqual(Math.max(cap, given.retryAfterMs ?? 0))
    }),
  )
})

test.each([
  ['itself', 3_600_000, 0],
  ['person', 3_600_000, 60_000],
  ['person', 5_000, 5_000],
  ['all', 3_600_000, 3_600_000],
] as const)(
  'an answer with `holds: "%s"` and a Retry-After of %s ms holds back all changes for %s ms',
  (holds, asked, held) => {
    expect(holdAllMs({ holds, isVisible: true, retryAfterMs: asked, random: 0 })).toBe(held)
  },
)

test('with full jitter, the delay after the third try is between zero and eight seconds', () => {
  const at = (random: number) =>
    retryDelayMs({ tries: 3, isVisible: true, retryAfterMs: null, random })
  expect([at(0), at(0.5), at(0.999)]).toEqual([0, 4_000, 7_992])
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 9_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['99999999', 3_600_000],
  ['soon', null],
  [null, null],
])('Retry-After "%s" is parsed as %s ms (null: absent or invalid)', (header, ms) => {
  expect(parseRetryAfter(header, 1_000)).toBe(ms)
})
