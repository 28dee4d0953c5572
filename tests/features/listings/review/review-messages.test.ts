import { expect, test } from 'vitest'
import { isWaitingLong } from '#src/features/listings/review/review-messages.ts'

const NOW = Date.parse('2026-01-05T10:00:00.000Z')

test.each([
  ['2026-01-03T10:00:00.000Z', null, false],
  ['2026-01-03T09:59:59.999Z', null, true],
  ['2026-01-01T10:00:00.000Z', '2026-01-05T09:00:00.000Z', false],
  ['2026-01-05T09:00:00.000Z', '2026-01-01T10:00:00.000Z', true],
  [null, null, false],
])(
  'a listing of %s, submitted again at %s, is marked as late: %s',
  (createdAt, resubmittedAt, isLate) => {
    expect(isWaitingLong({ createdAt, resubmittedAt }, NOW)).toBe(isLate)
  },
)
