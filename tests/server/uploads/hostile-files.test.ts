// @module-tag slow
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postingForEachTest } from '#tests/server/posting/posting-calls.ts'
import { makeAvif, makeBomb, makeGif, makeJpeg, makePng, makeWebp, SVG } from './made-photos.ts'
import { box, makeVideo, PLACE } from './made-videos.ts'
import { makeUploadCalls } from './upload-calls.ts'

const LISTING = 'ab'.repeat(12)

const { server, asha, ravi, operator } = postingForEachTest()
let asha: ReturnType<typeof makeUploadCalls>

beforeAll(async () => {
  at = await postingForEachTest()
  asha = makeUploadCalls(server, await server.signIn({ email: 'asha@example.in' }))
})
afterAll(() => server.close())

const folderOf = (id: string) => join(server.filesDir, 'media', 'listings', id)

async function store(file: Buffer): Promise<string> {
  const { status, json, text } = await asha.add(LISTING, file)
  if (status !== 200) throw new Error(text)
  return String(json['data']?.['id'])
}

describe('photos', () => {
  test.each([
    ['JPEG', makeJpeg],
    ['PNG', makePng],
    ['WebP', makeWebp],
    ['AVIF', makeAvif],
  ])('a %s is stored in three sizes, as WebP and JPEG', async (_type, make) => {
    const id = await store(await make())
    expect(readdirSync(folderOf(id)).sort()).toEqual(
      ['1600', '320', '800'].flatMap((side) => [`${side}.jpg`, `${side}.webp`]),
    )
    const answer = await server.app.request(`/media/listings/${id}/320.webp`)
    expect(answer.headers.get('Content-Type')).toBe('image/webp')
    const part = await server.app.request(`/media/listings/${id}/320.jpg`, {
      headers: { Range: 'bytes=0-1' },
    })
    expect([part.status, part.headers.get('Content-Type')]).toEqual([206, 'image/jpeg'])
  })

  test('a photo taken in portrait orientation is stored upright, without its place and camera', async () => {
    const original = await makeJpeg({ orientation: 6 })
    expect(original.includes('Camera of Asha')).toBe(true)
    const id = await store(original)
    for (const name of readdirSync(folderOf(id))) {
      const path = join(folderOf(id), name)
      const file = readFileSync(path)
      const { width, height, exif, xmp, iptc, orientation } = await sharp(path).metadata()
      expect(height, name).toBeGreaterThan(width)
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(file.includes('Camera of Asha')).toBe(false)
    }
  })

  test('bytes appended to a photo are not stored', async () => {
    const id = await store(
      Buffer.concat([await makePng(), Buffer.from('<script>alert(1)</script>')]),
    )
    for (const name of readdirSync(folderOf(id)))
      expect(readFileSync(join(folderOf(id), name)).includes('<script>'), name).toBe(false)
  })

  test('two sizes of one photo have similar perceptual hashes, and different photos do not', async () => {
    const hashes = new Map<string, bigint>()
    for (const [name, file] of [
      ['one', await makeJpeg({ seed: 1 })],
      ['smaller', await makeJpeg({ seed: 1, width: 600, height: 400 })],
      ['other', await makeJpeg({ seed: 9 })],
    ] as const) {
      const id = await store(file)
      const row = await server.db
        .selectFrom('media')
        .select(['perceptual_hash', 'thumbhash'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      hashes.set(name, BigInt(`0x${row.perceptual_hash}`))
      expect(Buffer.from(row.thumbhash ?? '', 'base64').length).toBeGreaterThan(10)
    }
    const differ = (one: string, other: string) =>
      ((hashes.get(one) ?? 0n) ^ (hashes.get(other) ?? 0n)).toString(2).replaceAll('0', '').length
    expect(differ('one', 'smaller')).toBeLessThanOrEqual(3)
    expect(differ('one', 'other')).toBeGreaterThan(6)
  })
})

test('a video is stored without the place where it was taken', async () => {
  const original = makeVideo()
  expect(original.includes(PLACE)).toBe(true)
  const answer = await asha.add(LISTING, original)
  expect(answer.json['data']).toMatchObject({ kind: 'video', width: 640, durationMs: 12_000 })
  const id = String(answer.json['data']?.['id'])
  const stored = readFileSync(join(folderOf(id), 'video.mp4'))
  expect(stored.includes(PLACE)).toBe(false)
  expect(stored.length).toBe(original.length)
  const served = await server.app.request(`/media/listings/${id}/video.mp4`, {
    headers: { Range: 'bytes=4-7' },
  })
  expect([served.status, await served.text()]).toEqual([206, 'ftyp'])
  expect(served.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
})

const half = (file: Buffer) => file.subarray(0, file.length / 2)
const NO_MEDIA = /not a photo/
const DAMAGED = /damaged or incomplete/

const HOSTILE: readonly [what: string, make: () => Buffer | Promise<Buffer>, says: RegExp][] = [
  ['an HTML page', () => Buffer.from('<!doctype html><script>1</script>'), NO_MEDIA],
  ['an SVG', () => SVG, NO_MEDIA],
  ['a GIF', makeGif, NO_MEDIA],
  ['a PDF', () => Buffer.from('%PDF-1.7 photo.jpg'), NO_MEDIA],
  ['a HEIC', () => box('ftyp', Buffer.from('heic\0\0\0\0heicmif1')), NO_MEDIA],
  ['a QuickTime film', () => box('ftyp', Buffer.from('qt  \0\0\0\0qt  ')), NO_MEDIA],
  ['half of a JPEG', async () => half(await makeJpeg()), DAMAGED],
  ['half of a PNG', async () => half(await makePng()), DAMAGED],
  ['half of a WebP', async () => half(await makeWebp()), DAMAGED],
  ['half of an AVIF', async () => half(await makeAvif()), DAMAGED],
  [
    'an HTML page that begins like a JPEG',
    () => Buffer.from('\xff\xd8\xff<html>', 'latin1'),
    DAMAGED,
  ],
  [
    'the first three bytes of a JPEG, and then an SVG',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), SVG]),
    DAMAGED,
  ],
  [
    'an HEVC picture that claims to be an AVIF',
    () => box('ftyp', Buffer.from('avif\0\0\0\0avifhevc')),
    DAMAGED,
  ],
  ['64 megapixels in a few kilobytes', makeBomb, /50 megapixels/],
  ['half of a video', () => half(makeVideo()), /damaged|one picture track/],
  ['a video of 9 seconds', () => makeVideo({ seconds: 9 }), /10 seconds to 3 minutes/],
  ['a video of 4 minutes', () => makeVideo({ seconds: 240 }), /10 seconds to 3 minutes/],
  ['a video 8192 pixels wide', () => makeVideo({ width: 8192 }), /4096 pixels/],
  [
    'a video with two picture tracks',
    () => makeVideo({ tracks: ['avc1', 'avc1'] }),
    /one picture track/,
  ],
  ['a video without a picture track', () => makeVideo({ tracks: [] }), /damaged|one picture track/],
  ['an HEVC video', () => makeVideo({ tracks: ['hvc1'] }), /H\.264/],
  [
    'a video with a track of location data',
    () => makeVideo({ tracks: ['avc1', 'mebx'] }),
    /tracks beside/,
  ],
  [
    'an MP4 of 2,000 empty boxes',
    () =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\0\0isom')),
        ...Array.from({ length: 2_000 }, () => box('free')),
      ]),
    /damaged|one picture track/,
  ],
]

test.each(HOSTILE)(
  '%s is refused with an error message, and no part of it is stored',
  async (_, make, says) => {
    const file = await make()
    const id = await asha.open(file.length)
    await asha.patch(id, 0, file)
    const answer = await asha.finish(id, LISTING)
    expect(answer).toMatchObject({ status: 400, json: { code: 'media-refused' } })
    expect(answer.json['error']).toMatch(says)
    // Finishing the refused upload again gets the same answer.
    expect((await asha.finish(id, LISTING)).json).toEqual(answer.json)
    expect(readdirSync(server.uploadDir)).not.toContain(id)
    expect(readdirSync(join(server.filesDir, 'media', 'listings'))).not.toContain(id)
    expect(
      await server.db.selectFrom('media').select('id').where('id', '=', id).execute(),
    ).toEqual([])
  },
)
