import { describe, expect, test } from 'vitest'
import {
  findSavedVideoId,
  findVideoLimit,
  isSameVideo,
  listOutgoing,
  savedVideoAddress,
} from '#src/domain/saved-video.ts'

const MB = 1_000_000
const savedAt = (at: number, bytes: number, usedAt?: number) => ({
  id: `video-${at}`,
  url: `/media/${at}.mp4`,
  bytes,
  etag: null,
  savedAt: at,
  ...(usedAt !== undefined && { usedAt }),
})

test.each([
  ['half a gigabyte where the browser tells nothing', null, 500 * MB],
  ['half a gigabyte on a device with much room', 60_000 * MB, 500 * MB],
  ['a fifth of what there is on a device with little', 1_000 * MB, 200 * MB],
  ['nothing where there is nothing', 0, 0],
])('saved videos may have %s', (_, quota, limit) => {
  expect(findVideoLimit(quota)).toBe(limit)
})

describe('room for another video of 40 within 100', () => {
  test.each([
    ['nothing goes out while there is room', [savedAt(1, 30), savedAt(2, 30)], []],
    ['what fits to the last byte costs nothing', [savedAt(1, 60)], []],
    [
      'of videos that were never played, the oldest goes out first',
      [savedAt(2, 30), savedAt(1, 30), savedAt(3, 30)],
      ['video-1'],
    ],
    [
      'an old one that was played stays, and the next one goes out',
      [savedAt(1, 30, 9), savedAt(2, 30), savedAt(3, 30)],
      ['video-2'],
    ],
    [
      'of videos that were played, the one played longest ago goes out first',
      [savedAt(1, 30, 9), savedAt(2, 30, 7), savedAt(3, 30, 8)],
      ['video-2'],
    ],
    [
      'one saved after another was played stays longer than that one',
      [savedAt(1, 30, 4), savedAt(5, 60)],
      ['video-1'],
    ],
    [
      'as many as needed, one after the other',
      [savedAt(3, 90), savedAt(1, 5), savedAt(2, 5)],
      ['video-1', 'video-2', 'video-3'],
    ],
    ['a small old one goes before a large new one', [savedAt(2, 59), savedAt(1, 2)], ['video-1']],
  ])('%s', (_, kept, outgoing) => {
    expect(listOutgoing(kept, 40, 100).map(({ id }) => id)).toEqual(outgoing)
  })
})

describe('the video of the server', () => {
  const tagged = { bytes: 10, etag: '"a"' }
  test.each([
    ['is the saved one by its tag', tagged, { bytes: 10, etag: '"a"' }, true],
    [
      'is the saved one though a proxy weakened its tag',
      tagged,
      { bytes: null, etag: 'W/"a"' },
      true,
    ],
    ['is another by its tag, of the same size though', tagged, { bytes: 10, etag: '"b"' }, false],
    ['without a tag is compared by its size', tagged, { bytes: 11, etag: null }, false],
    [
      'of which nothing is told is taken for the saved one',
      tagged,
      { bytes: null, etag: null },
      true,
    ],
  ])('%s', (_, saved, now, isSame) => {
    expect(isSameVideo(saved, now)).toBe(isSame)
  })
})

test.each([
  ['/media/videos/hall.mp4', '/media/videos/hall.mp4?saved-copy=7'],
  ['https://media.example/hall.mp4?size=2', 'https://media.example/hall.mp4?size=2&saved-copy=7'],
])('a saved copy of %s is played from %s', (url, address) => {
  expect(savedVideoAddress({ url, id: '7' })).toBe(address)
  expect(findSavedVideoId(new URL(address, 'https://app.example'))).toBe('7')
  expect(findSavedVideoId(new URL(url, 'https://app.example'))).toBeNull()
})
