import { expect, test } from 'vitest'
import type { VideoFacts } from '#src/domain/media/video-rules.ts'
import { fitVideo, isSmallVideo } from '#src/files/videos/video-plan.ts'
import { PHONE_VIDEO } from './phone-video.ts'

const SMALL_PICTURE = { width: 1280, height: 720 }

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

test.each<[what: string, change: Partial<VideoFacts>, isSmall: boolean]>([
  ['in 1080p, as a phone records it, is compressed', {}, false],
  ['of few bytes in 720p is sent as it is', { width: 720, height: 1280, bytes: 2e7 }, true],
  ['of few bytes, but larger than 720p, is compressed', { bytes: 2e7 }, false],
  ['of many bytes in 720p is compressed', SMALL_PICTURE, false],
  ['of few bytes in HEVC is compressed', { ...SMALL_PICTURE, bytes: 2e7, codec: 'hevc' }, false],
])('a video %s', (_what, change, isSmall) => {
  expect(isSmallVideo({ ...PHONE_VIDEO, ...change })).toBe(isSmall)
})
