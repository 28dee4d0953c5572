import { expect, test } from 'vitest'
import { makeTooMany } from '#server/platform/limits/too-many.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

test.each([
  [1, '1 s', '1'],
  [30 * SECOND_MS, '30 s', '30'],
  [119 * SECOND_MS, '119 s', '119'],
  [119 * SECOND_MS + 1, '2 minutes', '120'],
  [2 * MINUTE_MS + 1, '3 minutes', '121'],
  [119 * MINUTE_MS, '119 minutes', '7140'],
  [120 * MINUTE_MS, '2 hours', '7200'],
])(
  'a refusal for %i ms says %s in its message and %s in its Retry-After header',
  (waitMs, wait, seconds) => {
    const refusal = makeTooMany('Too many of them.', waitMs)
    expect(refusal.message).toBe(`Too many of them. Try again in ${wait}.`)
    expect(refusal).toMatchObject({ status: 429, headers: { 'Retry-After': seconds } })
  },
)
