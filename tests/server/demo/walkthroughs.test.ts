import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PORTRAITS, WALKTHROUGHS } from '#server/demo/walkthroughs.ts'

const MEDIA_FOLDER = join(import.meta.dirname, '../../../server/demo/media')

function fileOf(url: string): string {
  return join(MEDIA_FOLDER, url.replace('/media/', ''))
}

it('each walkthrough is an MP4 that can start before it has arrived whole', () => {
  for (const { video } of WALKTHROUGHS) {
    const film = readFileSync(fileOf(video)).toString('latin1')
    expect(film.slice(4, 8), video).toBe('ftyp')
    expect(film.indexOf('moov'), video).toBeLessThan(film.indexOf('mdat'))
  }
})

it('each poster is a JPEG that a list of cards can afford', () => {
  for (const { poster } of WALKTHROUGHS) {
    const picture = readFileSync(fileOf(poster))
    expect(picture.subarray(0, 3).toString('hex'), poster).toBe('ffd8ff')
    expect(picture.length, poster).toBeLessThanOrEqual(25_000)
  }
})

it('films and posters together stay under 4 MB', () => {
  const urls = WALKTHROUGHS.flatMap(({ video, poster }) => [video, poster])
  const sizes = urls.map((url) => statSync(fileOf(url)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
})

it('each portrait is a picture that stands alone and loads nothing', () => {
  for (const url of PORTRAITS) {
    const svg = readFileSync(fileOf(url), 'utf8')
    expect(svg, url).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 96 96">/)
    expect(svg, url).not.toMatch(/<script|<text|href|url\(/)
    expect(svg.length, url).toBeLessThanOrEqual(3_000)
  }
})

it('no film, poster or portrait lies there that nothing names', () => {
  const listed = [...WALKTHROUGHS.flatMap(({ video, poster }) => [video, poster]), ...PORTRAITS]
  const found = ['videos', 'posters', 'people'].flatMap((folder) =>
    readdirSync(join(MEDIA_FOLDER, folder)).map((name) => `/media/${folder}/${name}`),
  )
  expect(found.sort()).toEqual(listed.sort())
})
