import { expect, test } from 'vitest'
import { formatCountdown } from '#src/domain/dates.ts'

test('a countdown is shown in seconds, and from one minute on in minutes and seconds', () => {
  expect([12, 60, 125].map(formatCountdown)).toEqual(['12 s', '1 min 0 s', '2 min 5 s'])
})
