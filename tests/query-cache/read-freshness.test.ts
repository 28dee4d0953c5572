import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'

const READ_AT = Date.parse('2025-06-17T08:35:00.000Z') // 14:05 in India
const MINUTE_MS = 60_000
const NO_ANSWER = new ApiError({ kind: 'no-answer' })
const refusal = (status: number) => new ApiError({ kind: 'refused', status })

test.each([
  ['loading', 'the first read has just begun', { isSlow: false, failure: null }],
  ['slow', 'the first read takes long', { isSlow: true, failure: null }],
  ['offline-empty', 'no answer came', { isSlow: false, failure: NO_ANSWER }],
  ['failed-empty', 'the server answered with an error', { isSlow: false, failure: refusal(500) }],
  ['forbidden-empty', 'the account has no permission', { isSlow: false, failure: refusal(403) }],
])('without a value, the state is %s if %s', (state, _when, read) => {
  expect(findReadFreshness({ value: undefined, readAt: 0, ...read }, READ_AT)).toEqual({ state })
})

describe('with a value, a screen shows when it was read', () => {
  const FRESH = { value: [], readAt: READ_AT, failure: null, isSlow: false }
  const FAILED = { ...FRESH, failure: NO_ANSWER }
  const SLOW = { ...FRESH, isSlow: true }
  const DATED = '17 Jun 25, 14:05'
  test.each([
    ['as a time without a date on the same day', FRESH, 1, 'current', '14:05', '1 min ago', false],
    ['without a warning after 14 minutes', FRESH, 14, 'current', '14:05', '14 min ago', false],
    ['with a warning after 15 minutes', FRESH, 15, 'current', '14:05', '15 min ago', true],
    ['with its date on another day', FRESH, 26 * 60, 'current', DATED, '1 d ago', true],
    ['as a saved copy after a failure', FAILED, 0, 'saved-copy', DATED, 'just now', false],
    ['as an old copy after 3 hours', FAILED, 180, 'saved-copy', DATED, '3 h ago', true],
    ['as current during the first slow minute', SLOW, 1, 'current', '14:05', '1 min ago', false],
    ['with a note on the slow network then', SLOW, 2, 'slow', DATED, '2 min ago', false],
    ['as an old copy on a slow network', SLOW, 180, 'slow', DATED, '3 h ago', true],
  ] as const)('%s', (_what, read, minutes, state, savedAtText, ageText, isOld) => {
    const shown = findReadFreshness(read, READ_AT + minutes * MINUTE_MS)
    expect(shown).toEqual({ state, savedAtText, ageText, isOld })
  })
})
