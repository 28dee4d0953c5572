import { describe, expect, test } from 'vitest'
import {
  describeCopies,
  describeVideos,
  type RoadCopy,
  type RoadSaving,
} from '#src/features/listings/road/road-copies.ts'

const AT = Date.parse('2025-06-18T04:10:00.000Z') // 09:40 in India
const WHOLE: RoadCopy = { content: 'saved', photos: 'saved', video: 'saved', savedAt: AT }
const saving = (copies: RoadCopy[], more: Partial<RoadSaving> = {}): RoadSaving => ({
  copies,
  isSaving: false,
  trouble: null,
  hasVideos: true,
  ...more,
})
const many = (count: number, change: Partial<RoadCopy> = {}) =>
  Array.from({ length: count }, () => ({ ...WHOLE, ...change }))

describe('the line about what is saved', () => {
  test.each<[string, RoadSaving, string]>([
    ['all of it', saving(many(25)), 'Everything for 25 listings saved at 09:40.'],
    ['nothing known', saving([]), ''],
    [
      'videos that do not fit',
      saving([...many(22), ...many(3, { video: 'missing' })], { trouble: 'space' }),
      '22 of 25 saved. Missing: 3 videos (not enough space on this device).',
    ],
    [
      'videos that nobody wants',
      saving([...many(2), ...many(1, { video: 'missing' })], { hasVideos: false }),
      'Details and photos for 3 listings saved at 09:40. 1 video not saved.',
    ],
    [
      'a listing without photos and video',
      saving(many(1, { photos: 'none', video: 'none' })),
      'Everything for 1 listing saved at 09:40.',
    ],
    [
      'a video on another site',
      saving(many(1, { video: 'foreign' })),
      'Details and photos for 1 listing saved at 09:40. 1 video on other sites cannot be saved.',
    ],
    [
      'a save in progress',
      saving([...many(3), ...many(2, { content: 'missing' })], { isSaving: true }),
      'Saving: 3 of 5 listings done.',
    ],
    [
      'no network',
      saving([...many(1), ...many(1, { content: 'missing', photos: 'none' })], {
        trouble: 'offline',
      }),
      '1 of 2 saved. Missing: details of 1 (no network).',
    ],
  ])('says %s', (_, state, line) => {
    expect(describeCopies(state, AT)).toBe(line)
  })
})

test('the size of the videos is said before they are saved, as far as it is known', () => {
  expect(describeVideos([8_000_000, 4_000_000])).toBe('2 videos, 12 MB')
  expect(describeVideos([8_000_000, null])).toBe('2 videos, at least 8 MB')
  expect(describeVideos([null])).toBe('1 video, size not known')
})
