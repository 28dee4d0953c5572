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

/** A simulated browser: what it reads from the file, and the result of its codecs. */
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
  { what: 'a video that became smaller', sent: SMALLER },
  { what: 'a video that became larger', made: LARGER, sent: ORIGINAL },
  { what: 'a browser that cannot encode', made: null, sent: ORIGINAL },
  { what: 'a small video', facts: { width: 640, height: 480, bytes: 9e6 }, sent: ORIGINAL },
  { what: 'HEVC, however small', facts: { codec: 'hevc' }, made: LARGER, sent: LARGER },
  {
    what: 'HEVC that cannot be encoded',
    facts: { codec: 'hevc' },
    made: null,
    sent: UNPLAYABLE_VIDEO,
  },
  {
    what: 'Opus sound without an encoder for AAC',
    facts: { audioCodec: 'opus' },
    made: null,
    sent: UNPLAYABLE_VIDEO,
  },
  { what: 'more than 300 MB that became smaller', facts: { bytes: 4e8 }, sent: SMALLER },
  {
    what: 'more than 300 MB that cannot be encoded',
    facts: { bytes: 4e8 },
    made: null,
    sent: TOO_LARGE,
  },
  { what: 'a damaged file', facts: null, sent: DAMAGED_VIDEO },
  {
    what: 'a long video',
    facts: { seconds: 200 },
    sent: 'A video takes 10 seconds to 3 minutes. This one takes 3 min 20 s.',
  },
])(
  '$what: the preparation returns the right file to send, or the reason for a refusal',
  async ({ sent, ...browser }) => {
    expect(await prepare(browser)).toEqual(
      typeof sent === 'string'
        ? { kind: 'refused', sentence: sent }
        : { kind: 'ready', file: sent },
    )
  },
)

test('if the codecs fail midway, the original is sent or refused as too large', async () => {
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

test('a chosen video is checked at once; if the code for videos cannot load, preparing it gets no answer', async () => {
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
