import { expect, test } from 'vitest'
import {
  findOriginalFlaw,
  findVideoFlaw,
  isPlayable,
  UNPLAYABLE_VIDEO,
} from '#src/domain/media/video-rules.ts'
import { PHONE_VIDEO } from '#tests/files/videos/phone-video.ts'

test.each([
  [9.4, 'is too short', 'A video takes 10 seconds to 3 minutes. This one takes 9 s.'],
  [9.6, 'is accepted', null],
  [180.4, 'is accepted', null],
  [200, 'is too long', 'A video takes 10 seconds to 3 minutes. This one takes 3 min 20 s.'],
])('a video of %s seconds %s', (seconds, _effect, flaw) => {
  expect(findVideoFlaw({ ...PHONE_VIDEO, seconds })).toBe(flaw)
})

test('a video of more than 300 MB is refused if it cannot be compressed', () => {
  expect(findOriginalFlaw({ ...PHONE_VIDEO, bytes: 300_000_000 })).toBeNull()
  expect(findOriginalFlaw({ ...PHONE_VIDEO, bytes: 300_000_001 })).toBe(
    'This browser cannot make the video smaller, and 301 MB are too many to send. Choose one of at most 300 MB.',
  )
})

test('a video that is too wide or too high for phones is refused, and 4096 pixels are not', () => {
  expect(findOriginalFlaw({ ...PHONE_VIDEO, width: 4096 })).toBeNull()
  expect(findOriginalFlaw({ ...PHONE_VIDEO, height: 4097 })).toContain('4096 pixels wide or high')
})

test.each([
  ['Baseline', 'avc1.42E01E', true],
  ['Main', 'avc1.4d401f', true],
  ['High', 'avc1.640028', true],
  ['10 bits, as some cameras record', 'avc1.6E0028', false],
  ['4:2:2, as some cameras record', 'avc1.7a0028', false],
  ['4:4:4', 'avc1.f40028', false],
  ['an unknown profile', null, true],
])('whether every browser plays H.264 of the profile %s', (_profile, codecString, isPlayed) => {
  const facts = { ...PHONE_VIDEO, codecString }
  expect(isPlayable(facts)).toBe(isPlayed)
  expect(findOriginalFlaw(facts)).toBe(isPlayed ? null : UNPLAYABLE_VIDEO)
})
