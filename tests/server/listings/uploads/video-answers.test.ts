// @module-tag long

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { removeAbandonedUploads } from '#server/listings/uploads/upload-expiry-service.ts'
import { rewriteVideo } from '#server/platform/media/formats/video-rewriting.ts'
import { INCOMPLETE_VIDEO } from '#src/domain/media/video-rules.ts'
import { checkVideo, prepareVideo } from '#src/files/videos/video-preparation.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { CORPUS_VIDEOS } from '#tests/support/media/corpus-videos.ts'
import {
  CUT_VIDEOS,
  HIDDEN_PLACE,
  makeFragments,
  ODD_VIDEOS,
  readFilmed,
  VIDEOS_WITH_PLACE,
  withoutBrand,
} from '#tests/support/media/odd-videos.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { makeVideo } from './made-videos.ts'
import { LISTING } from './upload-calls.ts'

// The device checks a video before it sends a byte, the server after it has all of them: both give the same answer.
// Node has no video encoder, like some browsers, so here the device sends copies of pictures and sound.

const { server, asha } = postingForEachTest()
const RUN = { onProgress() {}, signal: new AbortController().signal }

const asFile = (video: Buffer) => new Blob([new Uint8Array(video)])

async function askServer(video: Buffer): Promise<string | null> {
  const { status, json } = await asha.uploads.add(LISTING, video)
  return status === 200 ? null : String(json['error'])
}

/** The file as buyers get it. */
async function publish(video: Buffer): Promise<Buffer> {
  const id = await asha.uploads.addMedia(video)
  const folder = join(server.filesDir, 'media', 'listings', id)
  expect(readdirSync(folder)).toEqual(['video.mp4'])
  return readFileSync(join(folder, 'video.mp4'))
}

/** The compressed pictures and sounds, with their times. */
async function readPackets(video: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(video) })
  const tracks = await input.getTracks()
  return Promise.all(
    tracks.map(async (track) => {
      const packets: string[] = []
      for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
        packets.push(`${timestamp.toFixed(3)} ${Buffer.from(data).toString('base64')}`)
      return { codec: await track.getCodec(), packets }
    }),
  )
}

const sumUp = (video: Buffer) => createHash('sha256').update(video).digest('hex')

test('every video of the corpus is made for these tests, byte for byte', () => {
  const sums = readFileSync('tests/support/media/corpus-videos.sha256', 'utf8')
  const made = Object.entries(CORPUS_VIDEOS).map(([name, make]) => `${sumUp(make())}  ${name}`)
  expect(made).toEqual(sums.trim().split('\n'))
})

describe.each([...Object.entries(CORPUS_VIDEOS), ...ODD_VIDEOS])('%s', (_what, make) => {
  test('is published as MP4 with the same pictures and sound, by the device and by the server', async () => {
    const video = make()
    const filmed = await readPackets(readFilmed())
    expect(await checkVideo(asFile(video))).toBeNull()
    const prepared = await prepareVideo(asFile(video), RUN)
    if (prepared.kind !== 'ready') throw new Error('the device refuses the video')
    const sent = Buffer.from(await prepared.file.arrayBuffer())
    expect(await readPackets(sent)).toEqual(filmed)
    for (const one of [video, sent]) {
      const published = await publish(one)
      expect(published.toString('latin1', 4, 12)).toBe('ftypisom')
      expect(published.indexOf('moov')).toBeLessThan(published.indexOf('mdat'))
      expect(await readPackets(published)).toEqual(filmed)
    }
  })
})

test.each(VIDEOS_WITH_PLACE)('a place in %s is not published', async (_where, make) => {
  const video = make()
  expect(video.includes(HIDDEN_PLACE)).toBe(true)
  const published = await publish(video)
  expect(published.includes(HIDDEN_PLACE)).toBe(false)
  expect(await readPackets(published)).toEqual(await readPackets(readFilmed()))
})

test.each(CUT_VIDEOS)(
  '%s is refused as incomplete, by the device before a byte is sent and by the server',
  async (_what, make) => {
    const video = make()
    expect(await checkVideo(asFile(video))).toBe(INCOMPLETE_VIDEO)
    expect(await prepareVideo(asFile(video), RUN)).toEqual({
      kind: 'refused',
      sentence: INCOMPLETE_VIDEO,
    })
    expect(await askServer(video)).toBe(INCOMPLETE_VIDEO)
  },
)

describe('a video in fragments', () => {
  test('is published with the same pictures and sound', async () => {
    const published = await publish(await makeFragments())
    expect(await readPackets(published)).toEqual(await readPackets(readFilmed()))
    expect(published.includes('moof')).toBe(false)
  })

  test('is refused as incomplete wherever it is cut', async () => {
    const video = await makeFragments()
    for (const share of [0.002, 0.1, 0.35, 0.6, 0.85, 0.99]) {
      const cut = video.subarray(0, Math.floor(video.length * share))
      expect(await checkVideo(asFile(cut)), `${share}`).toBe(INCOMPLETE_VIDEO)
      expect(await askServer(cut), `${share}`).toBe(INCOMPLETE_VIDEO)
    }
  })

  test('is refused as incomplete if only the head of a further box is left, or a fragment has lost its data', async () => {
    const video = await makeFragments()
    const fragment = video.lastIndexOf('moof') - 4
    const data = video.lastIndexOf('mdat') - 4
    for (const end of [fragment + 5, fragment + 8, data, data + 3, data + 8])
      expect(await checkVideo(asFile(video.subarray(0, end))), `${end}`).toBe(INCOMPLETE_VIDEO)
  })
})

const head = (text: string) => Buffer.from(text, 'latin1')
const LATER_FLAWS: readonly [what: string, make: () => Buffer, says: RegExp][] = [
  ['of 9 seconds', () => makeVideo({ seconds: 9 }), /takes 9 s\.$/],
  ['of 4 minutes', () => makeVideo({ seconds: 240 }), /takes 4 min 0 s\.$/],
  ['in HEVC', () => makeVideo({ tracks: ['hvc1'] }), /Record it as H\.264/],
  ['of 8192 pixels', () => makeVideo({ width: 8192 }), /4096 pixels/],
  ['with two picture tracks', () => makeVideo({ tracks: ['avc1', 'avc1'] }), /one picture track/],
  ['of the time before brands', withoutBrand, /Export it as MP4/],
  ['without a picture track', () => makeVideo({ tracks: ['mebx'] }), /one picture track/],
]

test.each(LATER_FLAWS)(
  'a video %s is refused with the same sentence by the device and by the server',
  async (_what, make, says) => {
    const sentence = await checkVideo(asFile(make()))
    expect(sentence).toMatch(says)
    expect(await askServer(make())).toBe(sentence)
  },
)

test('a file that is no video is named by the device, which knows that a video was wanted', async () => {
  const webm = head(
    '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm',
  )
  expect(await checkVideo(asFile(webm))).toBe(
    'This is a WebM video, not a video (MP4, MOV). Choose one of these formats.',
  )
  expect(await checkVideo(asFile(head('\xff\xd8\xff\xe0')))).toContain('a JPEG photo')
  expect(await checkVideo(asFile(head('\0\0\0\x18ftypheic\0\0\0\0mif1heic')))).toContain('HEIC')
})

test('rewriting again, also its own result, gives the same bytes, and leaves the original as it was', async () => {
  const folder = makeFolderForTest()
  const [path, first, second, third] = ['v', '1', '2', '3'].map((name) => join(folder, name))
  if (!path || !first || !second || !third) throw new Error('no paths')
  await writeFile(path, readFilmed())
  await rewrite(path, first)
  await writeFile(second, 'what a killed process has left of it')
  await rewrite(path, second)
  await rewrite(first, third)
  const written = readFileSync(first)
  expect(readFileSync(second).equals(written)).toBe(true)
  expect(readFileSync(third).equals(written)).toBe(true)
  expect(readFileSync(path).equals(readFilmed())).toBe(true)
})

async function rewrite(path: string, newPath: string): Promise<void> {
  for await (const facts of rewriteVideo({ path, newPath }, () => {}))
    expect(facts.seconds).toBe(12)
}

test('what a killed server has left of a rewritten video goes with its abandoned upload', async () => {
  const id = await asha.uploads.sendFile(readFilmed())
  const left = join(server.uploadDir, `${id}.mp4`)
  await writeFile(left, 'a part')
  await removeAbandonedUploads(server, new Date(server.clock.now().getTime() + 25 * 3_600_000))
  expect(readdirSync(server.uploadDir)).toEqual([])
})
