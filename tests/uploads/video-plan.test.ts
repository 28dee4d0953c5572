import { expect, test } from 'vitest'
import {
  findOriginalFlaw,
  findVideoFlaw,
  fitVideo,
  isSmallVideo,
  type VideoFacts,
} from '#src/uploads/video-plan.ts'

const PHONE_VIDEO: VideoFacts = {
  bytes: 120_000_000,
  seconds: 60,
  width: 1920,
  height: 1080,
  codec: 'avc',
  audioCodec: 'aac',
}

test.each([
  { from: [1920, 1080], to: [1280, 720] },
  { from: [1080, 1920], to: [720, 1280] },
  { from: [3840, 2160], to: [1280, 720] },
  { from: [1440, 1080], to: [960, 720] },
  { from: [2560, 1080], to: [1280, 540] },
  { from: [640, 480], to: [640, 480] },
  { from: [641, 481], to: [640, 480] },
  { from: [1280, 720], to: [1280, 720] },
])(
  'a video of $from pixels is scaled to $to: even sizes, at most 720p, never enlarged',
  ({ from, to }) => {
    const [width = 0, height = 0] = from
    expect(Object.values(fitVideo({ width, height }))).toEqual(to)
  },
)

test.each([
  {
    seconds: 9.4,
    effect: 'is too short',
    flaw: 'A video takes 10 seconds to 3 minutes. This one takes 9 s.',
  },
  { seconds: 9.6, effect: 'is accepted', flaw: null },
  { seconds: 180.4, effect: 'is accepted', flaw: null },
  {
    seconds: 200,
    effect: 'is too long',
    flaw: 'A video takes 10 seconds to 3 minutes. This one takes 3 min 20 s.',
  },
])('a video of $seconds seconds $effect', ({ seconds, flaw }) => {
  expect(findVideoFlaw({ ...PHONE_VIDEO, seconds })).toBe(flaw)
})

test.each<{ what: string; change: Partial<VideoFacts>; isSmall: boolean }>([
  { what: 'in 1080p, as a phone records it, is compressed', change: {}, isSmall: false },
  {
    what: 'of few bytes in 720p is sent as it is',
    change: { width: 720, height: 1280, bytes: 2e7 },
    isSmall: true,
  },
  {
    what: 'of few bytes, but larger than 720p, is compressed',
    change: { bytes: 2e7 },
    isSmall: false,
  },
  {
    what: 'of many bytes in 720p is compressed',
    change: { width: 1280, height: 720 },
    isSmall: false,
  },
  {
    what: 'of few bytes in 720p, but in HEVC, is compressed',
    change: { width: 1280, height: 720, bytes: 2e7, codec: 'hevc' },
    isSmall: false,
  },
])('a video $what', ({ change, isSmall }) => {
  expect(isSmallVideo({ ...PHONE_VIDEO, ...change })).toBe(isSmall)
})

test('a video of more than 300 MB is refused if it cannot be compressed', () => {
  expect(findOriginalFlaw({ ...PHONE_VIDEO, bytes: 300_000_000 })).toBeNull()
  expect(findOriginalFlaw({ ...PHONE_VIDEO, bytes: 300_000_001 })).toBe(
    'This browser cannot make the video smaller, and 301 MB are too many to send. Choose one of at most 300 MB.',
  )
})
