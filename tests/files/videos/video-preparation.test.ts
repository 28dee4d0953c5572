import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { DAMAGED_VIDEO, UNPLAYABLE_VIDEO, type VideoFacts } from '#src/domain/media/video-rules.ts'
import { UNREADABLE_FILE, UnreadableFile } from '#src/files/readable-file.ts'
import { checkVideo, prepareVideo, type VideoCode } from '#src/files/videos/video-preparation.ts'
import { PHONE_VIDEO } from './phone-video.ts'

const ORIGINAL = new Blob(['original video'])
const SMALLER = new Blob(['smaller'])
const LARGER = new Blob(['larger than the original'])
const TOO_LARGE =
  'This browser cannot make the video smaller, and 400 MB are too many to send. Choose one of at most 300 MB.'

const REWRITTEN = new Blob(['only pictures and sound'])

/** A simulated browser: the facts that it reads from the file (null: damaged), and the result of its codecs. */
interface Browser {
  facts?: Partial<VideoFacts> | null
  /** Whether the file is a plain MP4 file. */
  isPlain?: boolean
  rewritten?: () => Promise<Blob>
  /** The compressed video; null if the browser cannot encode it. */
  made?: Blob | null | (() => Promise<Blob>)
}

function load({ facts = {}, made = SMALLER, ...file }: Browser): () => Promise<VideoCode> {
  const { isPlain = true, rewritten = async () => REWRITTEN } = file
  return async () => ({
    readVideoFile: async () =>
      facts
        ? { kind: 'video', facts: { ...PHONE_VIDEO, ...facts }, isPlain }
        : { kind: 'refused', sentence: DAMAGED_VIDEO },
    rewriteVideo: rewritten,
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

const ready = (file: Blob) => ({ kind: 'ready', file })
const refused = (sentence: string) => ({ kind: 'refused', sentence })
const TOO_LONG = 'A video takes 10 seconds to 3 minutes. This one takes 3 min 20 s.'
/** Browsers that cannot encode the video. */
const HEVC_ONLY = { facts: { codec: 'hevc' }, made: null }
const OPUS_ONLY = { facts: { audioCodec: 'opus' }, made: null }
const LARGE_ONLY = { facts: { bytes: 4e8 }, made: null }
const SMALL = { width: 640, height: 480, bytes: 9e6 }

test.each<[what: string, Browser, prepared: object]>([
  ['that became smaller is sent compressed', {}, ready(SMALLER)],
  ['that became larger is sent as it was', { made: LARGER }, ready(ORIGINAL)],
  ['that cannot be encoded is sent as it was', { made: null }, ready(ORIGINAL)],
  ['that is small is sent as it was', { facts: SMALL }, ready(ORIGINAL)],
  ['in HEVC is sent compressed', { facts: { codec: 'hevc' }, made: LARGER }, ready(LARGER)],
  ['in HEVC that cannot be encoded is refused', HEVC_ONLY, refused(UNPLAYABLE_VIDEO)],
  ['with Opus sound only is refused', OPUS_ONLY, refused(UNPLAYABLE_VIDEO)],
  ['of 400 MB that became smaller is sent compressed', { facts: { bytes: 4e8 } }, ready(SMALLER)],
  ['of 400 MB that cannot be encoded is refused', LARGE_ONLY, refused(TOO_LARGE)],
  [
    'that is no plain MP4 and small is rewritten',
    { facts: SMALL, isPlain: false },
    ready(REWRITTEN),
  ],
  [
    'that is no plain MP4 and cannot be encoded is rewritten',
    { made: null, isPlain: false },
    ready(REWRITTEN),
  ],
  [
    'that is no plain MP4 and cannot be rewritten is sent as it was',
    { made: null, isPlain: false, rewritten: fail },
    ready(ORIGINAL),
  ],
  [
    'that is no plain MP4 and became smaller is sent compressed',
    { isPlain: false },
    ready(SMALLER),
  ],
  ['that is damaged is refused', { facts: null }, refused(DAMAGED_VIDEO)],
  ['of more than 3 minutes is refused', { facts: { seconds: 200 } }, refused(TOO_LONG)],
])('a video %s', async (_what, browser, prepared) => {
  expect(await prepare(browser)).toEqual(prepared)
})

test('if the codecs fail midway, the original is sent, or refused if it is larger than 300 MB', async () => {
  expect(await prepare({ made: fail })).toEqual(ready(ORIGINAL))
  expect(await prepare({ made: fail, facts: { bytes: 4e8 } })).toEqual(refused(TOO_LARGE))
})

test('a user who does not wait for the compression sends the original', async () => {
  expect(await prepare({ made: fail }, AbortSignal.abort())).toEqual(ready(ORIGINAL))
})

test('a video that the device can no longer read is refused with the way out, when it is chosen and later', async () => {
  const isGone = async () => ({
    ...(await load({})()),
    readVideoFile: () => Promise.reject(new UnreadableFile()),
  })
  expect(await checkVideo(ORIGINAL, isGone)).toBe(UNREADABLE_FILE)
  const run = { onProgress() {}, signal: new AbortController().signal }
  expect(await prepareVideo(ORIGINAL, run, isGone)).toEqual(refused(UNREADABLE_FILE))
})

test('a chosen video is checked at once; if the code for videos cannot be loaded, the check accepts it, and the preparation fails', async () => {
  expect(await checkVideo(ORIGINAL, load({}))).toBeNull()
  expect(await checkVideo(ORIGINAL, load({ facts: { seconds: 5 } }))).toContain('takes 5 s')
  expect(await checkVideo(ORIGINAL, load({ facts: { bytes: 4e8 } }))).toBeNull()
  expect(await checkVideo(ORIGINAL, load(LARGE_ONLY))).toBe(TOO_LARGE)
  expect(await checkVideo(ORIGINAL, load({ facts: null }))).toBe(DAMAGED_VIDEO)
  const fallsSilent = () => Promise.reject(new ApiError({ kind: 'no-answer' }))
  expect(await checkVideo(ORIGINAL, fallsSilent)).toBeNull()
  const run = { onProgress() {}, signal: new AbortController().signal }
  expect(await prepareVideo(ORIGINAL, run, fallsSilent)).toEqual({ kind: 'no-answer' })
})
