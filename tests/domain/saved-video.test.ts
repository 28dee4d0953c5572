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
  id: `${at}`,
  url: `/media/${at}.mp4`,
  bytes,
  etag: null,
  savedAt: at,
  ...(usedAt !== undefined && { usedAt }),
})

test.each([
  ['half a gigabyte when the quota is unknown', null, 500 * MB],
  ['half a gigabyte on a large device', 60_000 * MB, 500 * MB],
  ['a fifth of the quota on a small device', 1_000 * MB, 200 * MB],
  ['nothing if the quota is zero', 0, 0],
])('saved videos may use %s', (_, quota, limit) => {
  expect(findVideoLimit(quota)).toBe(limit)
})

describe('saving a video of 40 bytes, with a limit of 100 bytes, evicts', () => {
  test.each([
    ['nothing if the video fits exactly next to two', [savedAt(1, 30), savedAt(2, 30)], ''],
    ['nothing if the video fits exactly next to another', [savedAt(1, 60)], ''],
    ['the oldest if none was played', [savedAt(2, 30), savedAt(1, 30), savedAt(3, 30)], '1'],
    [
      'the second oldest if the oldest was played',
      [savedAt(1, 30, 9), savedAt(2, 30), savedAt(3, 30)],
      '2',
    ],
    ['the least recently played', [savedAt(1, 30, 9), savedAt(2, 30, 7), savedAt(3, 30, 8)], '2'],
    ['one that was played before the other was saved', [savedAt(1, 30, 4), savedAt(5, 60)], '1'],
    ['as many as needed', [savedAt(3, 90), savedAt(1, 5), savedAt(2, 5)], '1 2 3'],
    ['a small old one before a large new one', [savedAt(2, 59), savedAt(1, 2)], '1'],
  ])('%s', (_, kept, outgoing) => {
    expect(
      listOutgoing(kept, 40, 100)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(outgoing)
  })
})

test.each([
  ['the saved one', 'its ETag matches', { bytes: 10, etag: '"a"' }, true],
  ['the saved one', 'a proxy weakened its ETag', { bytes: null, etag: 'W/"a"' }, true],
  ['another one', 'the ETags differ, despite the same size', { bytes: 10, etag: '"b"' }, false],
  ['another one', 'it has no ETag and the sizes differ', { bytes: 11, etag: null }, false],
  ['the saved one', 'its ETag and its size are unknown', { bytes: null, etag: null }, true],
])("the server's video is taken for %s if %s", (_which, _why, now, isSame) => {
  expect(isSameVideo({ bytes: 10, etag: '"a"' }, now)).toBe(isSame)
})

test.each([
  ['/media/videos/hall.mp4', '/media/videos/hall.mp4?saved-copy=7'],
  ['https://media.example/hall.mp4?size=2', 'https://media.example/hall.mp4?size=2&saved-copy=7'],
])('the saved copy of %s has the URL %s', (url, address) => {
  expect(savedVideoAddress({ url, id: '7' })).toBe(address)
  expect(findSavedVideoId(new URL(address, 'https://app.example'))).toBe('7')
  expect(findSavedVideoId(new URL(url, 'https://app.example'))).toBeNull()
})
