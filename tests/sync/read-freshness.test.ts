import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { findReadFreshness } from '#src/sync/read-freshness.ts'

const READ_AT = Date.parse('2025-06-17T08:35:00.000Z')
const HOUR_MS = 3_600_000
const NO_ANSWER = new ApiError({ kind: 'no-answer' })
const REFUSED = new ApiError({ kind: 'refused', status: 500 })
const FORBIDDEN = new ApiError({ kind: 'refused', status: 403 })
const FRESH = { value: [], readAt: READ_AT, failure: null, isSlow: false }
const NOTHING_YET = { value: undefined, readAt: 0, failure: null, isSlow: false }

describe('what a screen says about a read', () => {
  test.each([
    ['nothing about a fresh value', FRESH, null],
    ['nothing while the first read has only begun', NOTHING_YET, null],
    ['slow when the first read takes long', { ...NOTHING_YET, isSlow: true }, { state: 'slow' }],
    [
      'that nothing is saved when nobody answered',
      { ...NOTHING_YET, failure: NO_ANSWER },
      { state: 'offline-empty' },
    ],
    [
      'that it failed when the server answered with an error',
      { ...NOTHING_YET, failure: REFUSED },
      { state: 'failed-empty' },
    ],
    [
      'that this account may not see it when the server says so',
      { ...NOTHING_YET, failure: FORBIDDEN },
      { state: 'forbidden-empty' },
    ],
    [
      'the age of the copy after a failure',
      { ...FRESH, failure: NO_ANSWER },
      { state: 'saved-copy', savedAtText: '17 Jun 25, 14:05', ageText: '3 h ago' },
    ],
    [
      'the age of the copy on a slow network',
      { ...FRESH, isSlow: true },
      { state: 'slow', savedAtText: '17 Jun 25, 14:05', ageText: '3 h ago' },
    ],
  ])('%s', (_what, read, said) => {
    expect(findReadFreshness(read, READ_AT + 3 * HOUR_MS)).toEqual(said)
  })

  test('a copy of this minute is from just now', () => {
    const said = findReadFreshness({ ...FRESH, failure: NO_ANSWER }, READ_AT)
    expect(said?.ageText).toBe('just now')
  })
})
