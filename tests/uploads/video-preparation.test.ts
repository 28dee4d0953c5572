import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { DAMAGED_VIDEO, UNPLAYABLE_VIDEO } from '#src/domain/media/video-rules.ts'
import type { VideoFacts } from '#src/uploads/video-plan.ts'
import { checkVideo, prepareVideo, type VideoCode } from '#src/uploads/video-preparation.ts'

const ORIGINAL = new Blob(['original video'])
const SMALLER = new Blob(['smaller'])
const LARGER = new Blob(['larger than the original'])
const FACTS: VideoFacts = {
  bytes: 120_000_000,
  seconds: 60,
  width: 1920,
  height: 1080,
  codec: 'avc',
  audioCodec: 'aac',
}
const TOO_LARGE =
  'This browser cannot make the video smaller, and 400 MB are too many to send. Choose one of at most 300 MB.'

/** A simulated browser: the facts that it reads from the file (null: unreadable), and the result of its codecs. */
interface Browser {
  facts?: Partial<VideoFacts> | null
  /** The compressed video; null if the browser cannot encode it. */
  made?: Blob | null | (() => Promise<Blob>)
}

function load({ facts = {}, made = SMALLER }: Browser): () => Promise<VideoCode> {
  return async () => ({
    readVideo: async () => facts && { ...FACTS, ...facts },
    canCompress: async () => made !== null,
    compressVideo: async () => (typeof made === 'function' ? made() : made),
  })
}

function prepare(browser: Browser, signal = new AbortController().signal) {
  return prepareVideo(ORIGINAL, { onProgress() {}, signal }, load(browser))
}

const fail = async (): Promise<Blob> => {
  throw new DOMException('no pictures', 'EncodingError')
}

test.each<Browser & { what: string; sent: Blob | string }>([
  { what: 'a video that became smaller is sent compressed', sent: SMALLER },
  { what: 'a video that became larger is sent as it was', made: LARGER, sent: ORIGINAL },
  { what: 'a video that the browser cannot encode is sent as it was', made: null, sent: ORIGINAL },
  {
    what: 'a small video is sent as it was',
    facts: { width: 640, height: 480, bytes: 9e6 },
    sent: ORIGINAL,
  },
  {
    what: 'an HEVC video is sent compressed, even if it became larger',
    facts: { codec: 'hevc' },
    made: LARGER,
    sent: LARGER,
  },
  {
    what: 'an HEVC video that the browser cannot encode is refused',
    facts: { codec: 'hevc' },
    made: null,
    sent: UNPLAYABLE_VIDEO,
  },
  {
    what: 'a video with Opus sound that the browser cannot encode is refused',
    facts: { audioCodec: 'opus' },
    made: null,
    sent: UNPLAYABLE_VIDEO,
  },
  {
    what: 'a video of 400 MB that became smaller is sent compressed',
    facts: { bytes: 4e8 },
    sent: SMALLER,
  },
  {
    what: 'a video of 400 MB that the browser cannot encode is refused',
    facts: { bytes: 4e8 },
    made: null,
    sent: TOO_LARGE,
  },
  { what: 'a damaged file is refused', facts: null, sent: DAMAGED_VIDEO },
  {
    what: 'a video of more than 3 minutes is refused',
    facts: { seconds: 200 },
    sent: 'A video takes 10 seconds to 3 minutes. This one takes 3 min 20 s.',
  },
])('$what', async ({ sent, ...browser }) => {
  expect(await prepare(browser)).toEqual(
    typeof sent === 'string' ? { kind: 'refused', sentence: sent } : { kind: 'ready', file: sent },
  )
})

test('if the codecs fail midway, the original is sent, or refused if it is larger than 300 MB', async () => {
  expect(await prepare({ made: fail })).toEqual({ kind: 'ready', file: ORIGINAL })
  expect(await prepare({ made: fail, facts: { bytes: 4e8 } })).toEqual({
    kind: 'refused',
    sentence: TOO_LARGE,
  })
})

test('a user who does not wait for the compression sends the original', async () => {
  expect(await prepare({ made: fail }, AbortSignal.abort())).toEqual({
    kind: 'ready',
    file: ORIGINAL,
  })
})

test('a chosen video is checked at once; if the code for videos cannot be loaded, the check accepts it, and the preparation fails', async () => {
  expect(await checkVideo(ORIGINAL, load({}))).toBeNull()
  expect(await checkVideo(ORIGINAL, load({ facts: { seconds: 5 } }))).toContain('takes 5 s')
  expect(await checkVideo(ORIGINAL, load({ facts: { bytes: 4e8 } }))).toBeNull()
  expect(await checkVideo(ORIGINAL, load({ facts: { bytes: 4e8 }, made: null }))).toBe(TOO_LARGE)
  expect(await checkVideo(ORIGINAL, load({ facts: null }))).toBe(DAMAGED_VIDEO)
  const fallsSilent = () => Promise.reject(new ApiError({ kind: 'no-answer' }))
  expect(await checkVideo(ORIGINAL, fallsSilent)).toBeNull()
  const run = { onProgress() {}, signal: new AbortController().signal }
  expect(await prepareVideo(ORIGINAL, run, fallsSilent)).toEqual({ kind: 'no-answer' })
})
