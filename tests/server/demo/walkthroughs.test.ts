import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PORTRAITS, WALKTHROUGHS } from '#server/demo/walkthroughs.ts'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'
import { HEAD_BYTES } from '#src/domain/media/file-kind.ts'

const MEDIA_FOLDER = join(import.meta.dirname, '../../../server/demo/media')

function fileOf(url: string): string {
  return join(MEDIA_FOLDER, url.replace('/media/', ''))
}

it('each walkthrough video is an MP4 that can play before it is loaded completely', () => {
  for (const { video } of WALKTHROUGHS) {
    const film = readFileSync(fileOf(video)).toString('latin1')
    expect(film.slice(4, 8), video).toBe('ftyp')
    expect(film.indexOf('moov'), video).toBeGreaterThan(0)
    expect(film.indexOf('moov'), video).toBeLessThan(film.indexOf('mdat'))
  }
})

it('each poster is a JPEG small enough for a list of cards', () => {
  for (const { poster } of WALKTHROUGHS) {
    const picture = readFileSync(fileOf(poster))
    expect(picture.subarray(0, 3).toString('hex'), poster).toBe('ffd8ff')
    expect(picture.length, poster).toBeLessThanOrEqual(25_000)
  }
})

it('videos and posters together are under 4 MB', () => {
  const urls = WALKTHROUGHS.flatMap(({ video, poster }) => [video, poster])
  const sizes = urls.map((url) => statSync(fileOf(url)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
})

it('each portrait is a WebP of 216 by 216 pixels, and together they are under 100 kB', () => {
  const portraits = PORTRAITS.map((url) => readFileSync(fileOf(url)))
  for (const [index, portrait] of portraits.entries()) {
    expect(portrait.toString('latin1', 8, 16), PORTRAITS[index]).toBe('WEBPVP8X')
    // Width and height, each minus one, in 24 bits (RFC 9649, section 2.7.1).
    expect([portrait.readUIntLE(24, 3), portrait.readUIntLE(27, 3)]).toEqual([215, 215])
  }
  expect(portraits.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(100_000)
})

it('each file has a type that the server serves', () => {
  const urls = [...WALKTHROUGHS.flatMap(({ video, poster }) => [video, poster]), ...PORTRAITS]
  const types = new Set(
    urls.map((url) => findMediaType(readFileSync(fileOf(url)).subarray(0, HEAD_BYTES))),
  )
  expect(types).toEqual(new Set(['video/mp4', 'image/jpeg', 'image/webp']))
})

it('no video, poster or portrait is unused', () => {
  const listed = [...WALKTHROUGHS.flatMap(({ video, poster }) => [video, poster]), ...PORTRAITS]
  const found = ['videos', 'posters', 'people'].flatMap((folder) =>
    readdirSync(join(MEDIA_FOLDER, folder)).map((name) => `/media/${folder}/${name}`),
  )
  expect(found.sort()).toEqual(listed.sort())
})
