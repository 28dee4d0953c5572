// @module-tag long

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { countDifferentBits } from '#server/platform/database/duplicate-keys.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeAvif, makeBomb, makeGif, makeJpeg, makePng, makeWebp, SVG } from './made-photos.ts'
import { box, makeVideo, PLACE } from './made-videos.ts'
import { LISTING } from './upload-calls.ts'

const { server, asha } = postingForEachTest()

const folderOf = (id: string) => join(server.filesDir, 'media', 'listings', id)
const readFiles = (id: string) =>
  readdirSync(folderOf(id)).map((name) => readFileSync(join(folderOf(id), name)))

describe('photos', () => {
  test.each([
    ['JPEG', makeJpeg],
    ['PNG', makePng],
    ['WebP', makeWebp],
    ['AVIF', makeAvif],
  ])('a %s is stored in three sizes, as WebP and JPEG', async (_type, make) => {
    const id = await asha.uploads.addMedia(await make())
    expect(readdirSync(folderOf(id)).sort()).toEqual(
      ['1600', '320', '800'].flatMap((side) => [`${side}.jpg`, `${side}.webp`]),
    )
  })

  test('a photo taken in portrait orientation is stored upright, without its place and camera', async () => {
    const original = await makeJpeg({ orientation: 6 })
    expect(original.includes('Camera of Asha')).toBe(true)
    const id = await asha.uploads.addMedia(original)
    for (const name of readdirSync(folderOf(id))) {
      const { width, height, ...more } = await sharp(join(folderOf(id), name)).metadata()
      expect(height, name).toBeGreaterThan(width)
      for (const part of ['exif', 'xmp', 'iptc', 'orientation'])
        expect(more).not.toHaveProperty(part)
    }
    for (const file of readFiles(id)) expect(file.includes('Camera of Asha')).toBe(false)
  })

  test('bytes appended to a photo are not stored', async () => {
    const script = '<script>alert(1)</script>'
    const photo = Buffer.concat([await makePng(), Buffer.from(script)])
    const id = await asha.uploads.addMedia(photo)
    for (const file of readFiles(id)) expect(file.includes(script)).toBe(false)
  })

  test('two sizes of one photo have similar perceptual hashes, and different photos do not', async () => {
    const hash = async (...[shape]: Parameters<typeof makeJpeg>) => {
      const id = await asha.uploads.addMedia(await makeJpeg(shape))
      const media = server.db.selectFrom('media').selectAll().where('id', '=', id)
      const { perceptual_hash, thumbhash } = await media.executeTakeFirstOrThrow()
      expect(Buffer.from(thumbhash ?? '', 'base64').length).toBeGreaterThan(10)
      return perceptual_hash ?? ''
    }
    const one = await hash({ seed: 1 })
    const smaller = await hash({ seed: 1, width: 600, height: 400 })
    expect(countDifferentBits(one, smaller)).toBeLessThanOrEqual(3)
    expect(countDifferentBits(one, await hash({ seed: 9 }))).toBeGreaterThan(6)
  })
})

test('a video is stored without the place where it was taken', async () => {
  const original = makeVideo()
  expect(original.includes(PLACE)).toBe(true)
  const { json } = await asha.uploads.add(LISTING, original)
  expect(json['data']).toMatchObject({ kind: 'video', width: 640, durationMs: 12_000 })
  const [stored] = readFiles(String(json['data']?.['id']))
  expect(stored?.includes(PLACE)).toBe(false)
})

const half = (file: Buffer) => file.subarray(0, file.length / 2)
const ftyp = (brands: string) => box('ftyp', Buffer.from(brands))
const HTML = Buffer.from('<!doctype html><script>1</script>')
/** The first bytes of a JPEG. */
const JPEG = Buffer.from('ffd8ff', 'hex')

const NO_MEDIA = /not a photo/
const DAMAGED = /damaged or incomplete/
const ONE_TRACK = /one picture track/
const INCOMPLETE = /video is incomplete/
const TOO_LONG = /10 seconds to 3 minutes/

const HOSTILE: readonly [what: string, make: () => Buffer | Promise<Buffer>, says: RegExp][] = [
  ['an HTML page', () => HTML, NO_MEDIA],
  ['an SVG', () => SVG, NO_MEDIA],
  ['a GIF', makeGif, NO_MEDIA],
  ['a PDF', () => Buffer.from('%PDF-1.7 photo.jpg'), NO_MEDIA],
  ['a HEIC', () => ftyp('heic\0\0\0\0heicmif1'), /HEIC picture.*Save it as JPEG/],
  ['a sound recording', () => ftyp('M4A \0\0\0\0M4A '), NO_MEDIA],
  ['the first box of a MOV file', () => ftyp('qt  \0\0\0\0qt  '), INCOMPLETE],
  ['half of a JPEG', async () => half(await makeJpeg()), DAMAGED],
  ['half of a PNG', async () => half(await makePng()), DAMAGED],
  ['half of a WebP', async () => half(await makeWebp()), DAMAGED],
  ['half of an AVIF', async () => half(await makeAvif()), DAMAGED],
  ['an HTML page that begins like a JPEG', () => Buffer.concat([JPEG, HTML]), DAMAGED],
  ['the first three bytes of a JPEG, and then an SVG', () => Buffer.concat([JPEG, SVG]), DAMAGED],
  ['an HEVC picture that claims to be an AVIF', () => ftyp('avif\0\0\0\0avifhevc'), DAMAGED],
  ['64 megapixels in a few kilobytes', makeBomb, /50 megapixels/],
  ['half of a video', () => half(makeVideo()), INCOMPLETE],
  ['a video of 9 seconds', () => makeVideo({ seconds: 9 }), TOO_LONG],
  ['a video of 4 minutes', () => makeVideo({ seconds: 240 }), TOO_LONG],
  ['a video 8192 pixels wide', () => makeVideo({ width: 8192 }), /4096 pixels/],
  ['a video with two picture tracks', () => makeVideo({ tracks: ['avc1', 'avc1'] }), ONE_TRACK],
  ['a video without a picture track', () => makeVideo({ tracks: [] }), ONE_TRACK],
  ['an HEVC video', () => makeVideo({ tracks: ['hvc1'] }), /H\.264/],
  ['a video of places without pictures', () => makeVideo({ tracks: ['mebx'] }), ONE_TRACK],
  [
    'an MP4 of 2,000 empty boxes',
    () => Buffer.concat([ftyp('isom\0\0\0\0isom'), ...Array(2_000).fill(box('free'))]),
    INCOMPLETE,
  ],
]

test.each(HOSTILE)(
  '%s is refused with an error message, and no part of it is stored',
  async (_, make, says) => {
    const id = await asha.uploads.sendFile(await make())
    const answer = await asha.uploads.finish(id)
    expect(answer).toMatchObject({
      status: 400,
      json: { code: 'media-refused', error: expect.stringMatching(says) },
    })
    // Finishing the refused upload again gets the same answer.
    expect((await asha.uploads.finish(id)).json).toEqual(answer.json)
    expect(readdirSync(server.uploadDir)).toEqual([])
    expect(existsSync(folderOf(id))).toBe(false)
    expect(await server.db.selectFrom('media').select('id').execute()).toEqual([])
  },
)
