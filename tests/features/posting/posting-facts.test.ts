import { expect, test } from 'vitest'
import type { PostingSummary } from '#src/domain/posting/own-posting.ts'
import { describeNext, wordViews } from '#src/features/posting/posting-facts.ts'

const NOW_MS = Date.parse('2026-11-30T06:00:00.000Z')
const of = (total: number, lastWeek: number) => ({ total, lastWeek })

test.each([
  { isLive: true, views: of(12, 3), words: '12 views · 3 in the last 7 days' },
  { isLive: true, views: of(12, 12), words: '12 views in the last 7 days' },
  { isLive: true, views: of(1, 1), words: '1 view in the last 7 days' },
  { isLive: true, views: of(1, 0), words: '1 view · none in the last 7 days' },
  { isLive: true, views: of(123_456, 1_000), words: '1,23,456 views · 1,000 in the last 7 days' },
  { isLive: true, views: of(0, 0), words: 'No views yet' },
  { isLive: true, views: null, words: null },
  { isLive: false, views: of(12, 3), words: '12 views' },
  { isLive: false, views: of(0, 0), words: null },
])(
  'the views of a listing (isLive: $isLive, views: $views) are shown as $words; null shows nothing',
  ({ words, ...posting }) => {
    expect(wordViews(posting as PostingSummary)).toBe(words) // wordViews reads only these fields
  },
)

test.each([
  [0, 'about a minute'],
  [1, 'about a minute'],
  [2, 'about 2 minutes'],
  [90, 'about 2 hours'],
  [2_880, 'about 2 days'],
])('a usual wait of %i minutes is described as "%s"', (minutes, words) => {
  const posting = { state: 'in-review', queuePlace: null } as PostingSummary // describeNext reads only these
  expect(describeNext(posting, { usualWaitMinutes: minutes, nowMs: NOW_MS })).toBe(
    `Usually ${words}.`,
  )
})

test.each([
  [
    '2026-12-01T10:00:00.000Z',
    'Place 12 in the queue. Half of such listings are decided by Tue 01 Dec, 15:30; four of five by Wed 02 Dec, 11:00.',
  ],
  // A saved copy is read later.
  [
    '2026-11-30T06:00:00.000Z',
    'Place 12 in the queue. Four of five such listings are decided by Wed 02 Dec, 11:00.',
  ],
])(
  'the times by which such listings are decided are said in Indian time while they lie ahead (half by %s)',
  (half, words) => {
    const expectedBy = { half, fourFifths: '2026-12-02T05:30:00.000Z' }
    const posting = { state: 'in-review', queuePlace: 12, expectedBy } as PostingSummary // describeNext reads only these
    expect(describeNext(posting, { usualWaitMinutes: 95, nowMs: NOW_MS })).toBe(words)
  },
)

test('times that are over say nothing', () => {
  const expectedBy = { half: '2026-11-28T05:30:00.000Z', fourFifths: '2026-11-30T05:30:00.000Z' }
  const posting = { state: 'in-review', queuePlace: 2, expectedBy } as PostingSummary // describeNext reads only these
  expect(describeNext(posting, { usualWaitMinutes: 95, nowMs: NOW_MS })).toBe(
    'Place 2 in the queue.',
  )
})
