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
  ['half a gigabyte when the quota is unknown', null, 500 * MB],
  ['half a gigabyte on a large device', 60_000 * MB, 500 * MB],
  ['a fifth of the quota on a small device', 1_000 * MB, 200 * MB],
  ['nothing if the quota is zero', 0, 0],
])('saved videos may use %s', (_, quota, limit) => {
  expect(findVideoLimit(quota)).toBe(limit)
})

describe('saving a new video of 40 bytes, with a limit of 100 bytes for all saved videos,', () => {
  test.each([
    [
      'evicts nothing if the new video fits exactly next to two others',
      [savedAt(1, 30), savedAt(2, 30)],
      [],
    ],
    ['evicts nothing if the new video fits exactly next to another', [savedAt(1, 60)], []],
    [
      'evicts the oldest of the videos that were never played',
      [savedAt(2, 30), savedAt(1, 30), savedAt(3, 30)],
      ['video-1'],
    ],
    [
      'keeps the oldest video if it was played, and evicts the second oldest',
      [savedAt(1, 30, 9), savedAt(2, 30), savedAt(3, 30)],
      ['video-2'],
    ],
    [
      'evicts the least recently played video',
      [savedAt(1, 30, 9), savedAt(2, 30, 7), savedAt(3, 30, 8)],
      ['video-2'],
    ],
    [
      'evicts a video that was last played before the other video was saved',
      [savedAt(1, 30, 4), savedAt(5, 60)],
      ['video-1'],
    ],
    [
      'evicts as many videos as needed, one after the other',
      [savedAt(3, 90), savedAt(1, 5), savedAt(2, 5)],
      ['video-1', 'video-2', 'video-3'],
    ],
    [
      'evicts a small old video before a large new one',
      [savedAt(2, 59), savedAt(1, 2)],
      ['video-1'],
    ],
  ])('%s', (_, kept, outgoing) => {
    expect(listOutgoing(kept, 40, 100).map(({ id }) => id)).toEqual(outgoing)
  })
})

describe("the server's video", () => {
  const tagged = { bytes: 10, etag: '"a"' }
  test.each([
    ['is taken for the saved video if the ETags match', tagged, { bytes: 10, etag: '"a"' }, true],
    [
      'is taken for the saved video even if a proxy weakened the ETag',
      tagged,
      { bytes: null, etag: 'W/"a"' },
      true,
    ],
    [
      'is taken for another video if the ETags differ, despite the same size',
      tagged,
      { bytes: 10, etag: '"b"' },
      false,
    ],
    [
      'is taken for another video if it has no ETag and the sizes differ',
      tagged,
      { bytes: 11, etag: null },
      false,
    ],
    [
      'is taken for the saved video if its ETag and its size are unknown',
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
])('the saved copy of %s has the URL %s', (url, address) => {
  expect(savedVideoAddress({ url, id: '7' })).toBe(address)
  expect(findSavedVideoId(new URL(address, 'https://app.example'))).toBe('7')
  expect(findSavedVideoId(new URL(url, 'https://app.example'))).toBeNull()
})
