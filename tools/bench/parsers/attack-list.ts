import sharp from 'sharp'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import {
  makeManyScans,
  makePlainPng,
  makeTexts,
} from '#tests/server/platform/parsing/attack-photos.ts'
import { makeFarSheet } from '#tests/server/platform/parsing/attack-sheets.ts'
import {
  claimEntries,
  claimRun,
  claimSamples,
  claimSizes,
} from '#tests/server/platform/parsing/attack-videos.ts'
import { makeLongVideo } from './long-video.ts'

export interface Attack {
  name: string
  what: string
  kind: 'media' | 'sheet'
  /** How many people send the file at once. */
  senders: number
  make(): Buffer | Promise<Buffer>
}

const CAMERA = { width: 8_160, height: 6_120 } // 50 megapixels

let drawn: Promise<Buffer> | undefined
/** A photo of a camera, drawn once. */
async function draw() {
  drawn ??= makeJpeg(CAMERA)
  return sharp(await drawn)
}

const one = (what: string, make: Attack['make'], name = what.replaceAll(' ', '-')): Attack => ({
  name,
  what,
  kind: 'media',
  senders: 1,
  make,
})
const ten = (what: string, make: Attack['make']): Attack => ({
  ...one(`Ten photos of 50 megapixels at once, ${what}`, make, what.replaceAll(' ', '-')),
  senders: 10,
})

export const ATTACKS: readonly Attack[] = [
  one('MP4 with `stts` and `ctts` for four billion samples', () => claimSamples(), 'mp4-samples'),
  one('MP4 with `stts` of four billion entries', () => claimEntries('stts'), 'mp4-stts'),
  one('MP4 with `stsz` of four billion sizes', () => claimSizes(), 'mp4-stsz'),
  one('MP4 with `stsc` of four billion entries', () => claimEntries('stsc'), 'mp4-stsc'),
  one('MP4 with a `trun` of four billion samples', () => claimRun(), 'mp4-trun'),
  one(
    'PNG of 9 MB with a thousand compressed texts',
    () => makePlainPng({ width: 300, height: 200, notes: makeTexts(1_000, 7_900_000) }),
    'png-texts',
  ),
  one(
    'PNG of 16 bits, interlaced, 49 megapixels',
    () => makePlainPng({ width: 7_000, height: 7_000, depth: 16, isInterlaced: true }),
    'png-interlaced',
  ),
  one(
    'AVIF of a few kilobytes, 49 megapixels',
    () =>
      sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#345' } })
        .avif({ effort: 0 })
        .toBuffer(),
    'avif-flat',
  ),
  one('JPEG of 0.5 MB with 2,647 scans', () => makeManyScans(7_000), 'jpeg-scans'),
  one('MP4 of nearly 300 MB', () => makeLongVideo(286_000_000), 'mp4-long'),
  {
    name: 'xlsx-far',
    what: 'XLSX with cells in row 1,048,576 and column XFD',
    kind: 'sheet',
    senders: 1,
    make: makeFarSheet,
  },
  ten('JPEG', () => makeJpeg(CAMERA)),
  ten('progressive JPEG', async () => (await draw()).jpeg({ progressive: true }).toBuffer()),
  ten('PNG of 16 bits', async () =>
    (await draw()).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
  ),
  ten('WebP', async () => (await draw()).webp({ effort: 0 }).toBuffer()),
  ten('lossless WebP', async () => (await draw()).webp({ lossless: true, effort: 0 }).toBuffer()),
  ten('AVIF', async () => (await draw()).avif({ effort: 0 }).toBuffer()),
]
