import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'

const READ_AT = Date.parse('2025-06-17T08:35:00.000Z') // 14:05 in India
const MINUTE_MS = 60_000
const NO_ANSWER = new ApiError({ kind: 'no-answer' })
const REFUSED = new ApiError({ kind: 'refused', status: 500 })
const FORBIDDEN = new ApiError({ kind: 'refused', status: 403 })
const FRESH = { value: [], readAt: READ_AT, failure: null, isSlow: false }
const NOTHING_YET = { value: undefined, readAt: 0, failure: null, isSlow: false }

describe('without a value, the state is', () => {
  test.each([
    ['loading when the first read has just begun', NOTHING_YET, 'loading'],
    ['slow when the first read takes long', { ...NOTHING_YET, isSlow: true }, 'slow'],
    ['offline-empty when no answer came', { ...NOTHING_YET, failure: NO_ANSWER }, 'offline-empty'],
    [
      'failed-empty when the server answered with an error',
      { ...NOTHING_YET, failure: REFUSED },
      'failed-empty',
    ],
    [
      'forbidden-empty when the account has no permission',
      { ...NOTHING_YET, failure: FORBIDDEN },
      'forbidden-empty',
    ],
  ])('%s', (_what, read, state) => {
    expect(findReadFreshness(read, READ_AT)).toEqual({ state })
  })
})

describe('with a value, a screen shows when it was read', () => {
  const FAILED = { ...FRESH, failure: NO_ANSWER }
  const SLOW = { ...FRESH, isSlow: true }
  test.each([
    [
      'as a time without a date on the same day',
      FRESH,
      1,
      ['current', '14:05', '1 min ago', false],
    ],
    ['without a warning after 14 minutes', FRESH, 14, ['current', '14:05', '14 min ago', false]],
    ['with a warning after 15 minutes', FRESH, 15, ['current', '14:05', '15 min ago', true]],
    [
      'with its date on another day',
      FRESH,
      26 * 60,
      ['current', '17 Jun 25, 14:05', '1 d ago', true],
    ],
    [
      'as a saved copy after a failure',
      FAILED,
      0,
      ['saved-copy', '17 Jun 25, 14:05', 'just now', false],
    ],
    [
      'as an old copy after 3 hours',
      FAILED,
      180,
      ['saved-copy', '17 Jun 25, 14:05', '3 h ago', true],
    ],
    [
      'as current after 1 minute, even if the refresh is slow',
      SLOW,
      1,
      ['current', '14:05', '1 min ago', false],
    ],
    [
      'with a note on the slow network after 2 minutes',
      SLOW,
      2,
      ['slow', '17 Jun 25, 14:05', '2 min ago', false],
    ],
    ['as an old copy on a slow network', SLOW, 180, ['slow', '17 Jun 25, 14:05', '3 h ago', true]],
  ] as const)('%s', (_what, read, minutes, [state, savedAtText, ageText, isOld]) => {
    const said = findReadFreshness(read, READ_AT + minutes * MINUTE_MS)
    expect(said).toEqual({ state, savedAtText, ageText, isOld })
  })
})
