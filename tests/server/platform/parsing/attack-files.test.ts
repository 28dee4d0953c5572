// @module-tag long

import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SHEET_JOB } from '#server/listings/import/files/sheet-job.ts'
import { PHOTO_JOB, VIDEO_JOB } from '#server/platform/media/formats/media-jobs.ts'
import { parseFile, parseParts } from '#server/platform/parsing/parsing-service.ts'
import type { SheetRow } from '#src/domain/import/sheet-content.ts'
import { makeAvif, makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { box, makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { addNotes, makeManyScans, makePlainPng, makeTexts, pngChunk } from './attack-photos.ts'
import { makeFarSheet, makeLyingArchive } from './attack-sheets.ts'
import {
  addEmptyBoxes,
  claimEntries,
  claimPlaces,
  claimRun,
  claimSamples,
  claimSizes,
  makeLargeIndex,
  nestBoxes,
} from './attack-videos.ts'

const folder = folderForEachTest()
const BY = { person: 'asha' }

function readPhoto(content: Buffer, type: string) {
  const path = folder.at('photo')
  writeFileSync(path, content)
  return parseFile(PHOTO_JOB, { path, contentType: `image/${type}` }, BY)
}

function readVideo(content: Buffer) {
  const path = folder.at('video')
  writeFileSync(path, content)
  return parseFile(VIDEO_JOB, { path, newPath: folder.at('new') }, BY)
}

const MEMORY = /too much memory/
const NOTES = /text and other notes/

describe('a photo is refused before its attack is decoded:', () => {
  test.each<[what: string, type: string, make: () => Buffer | Promise<Buffer>, says: RegExp]>([
    [
      'a PNG with a thousand compressed texts',
      'png',
      () => withNotes(makeTexts(1_000, 9_000_000)),
      NOTES,
    ],
    ['a PNG with one compressed text', 'png', () => withNotes(makeTexts(1, 8_100_000)), NOTES],
    [
      'a PNG with a compressed text of another language',
      'png',
      () => withNotes([makeLongText()]),
      NOTES,
    ],
    ['a PNG with a compressed color profile', 'png', () => withNotes([makeProfile()]), NOTES],
    [
      'a PNG with plain text',
      'png',
      () => withNotes([pngChunk('tEXt', Buffer.alloc(8_100_000))]),
      NOTES,
    ],
    [
      'a PNG in too many pieces',
      'png',
      () => withNotes(Array(310_000).fill(pngChunk('IDAT'))),
      /pieces/,
    ],
    [
      'an interlaced PNG of 16 bits',
      'png',
      () =>
        makePlainPng({ width: 7_000, height: 7_000, depth: 16, isInterlaced: true, isCut: true }),
      MEMORY,
    ],
    [
      'a PNG that is a narrow stripe',
      'png',
      () => makePlainPng({ width: 400_000, height: 120, depth: 16, isCut: true }),
      MEMORY,
    ],
    ['a JPEG with 2,647 scans', 'jpeg', () => makeManyScans(512), /100 passes/],
    [
      'a JPEG with 70 MB of notes',
      'jpeg',
      async () => addNotes(await makeJpeg(), 70_000_000),
      /64 MB of notes/,
    ],
    ['an AVIF of 14 megapixels in a kilobyte', 'avif', makeLargeAvif, /13 megapixels/],
    ['a WebP that claims 268 megapixels', 'webp', claimWebp, /50 megapixels/],
  ])('%s', async (_, type, make, says) => {
    await expect(readPhoto(await make(), type)).rejects.toThrow(says)
  })
})

function withNotes(notes: readonly Buffer[]): Buffer {
  return makePlainPng({ width: 300, height: 200, notes })
}

const LONG_TEXT = deflateSync(Buffer.alloc(8_100_000))

function makeLongText(): Buffer {
  const head = Buffer.from('Comment\0\x01\0hi\0\0', 'latin1')
  return pngChunk('iTXt', head, LONG_TEXT)
}

function makeProfile(): Buffer {
  return pngChunk('iCCP', Buffer.from('profile\0\0', 'latin1'), LONG_TEXT)
}

function makeLargeAvif(): Promise<Buffer> {
  const create = { width: 4_000, height: 3_500, channels: 3, background: '#345' } as const
  return sharp({ create }).avif({ effort: 0 }).toBuffer()
}

/** The first chunk of a lossless WebP file, with 14 bits for each side less one. */
function claimWebp(): Buffer {
  const file = Buffer.alloc(64)
  file.write('RIFF', 0)
  file.writeUInt32LE(56, 4)
  file.write('WEBPVP8L', 8)
  file.writeUInt32LE(44, 16)
  file.writeUInt8(0x2f, 20)
  file.writeUInt32LE(0x0fffffff, 21)
  return file
}

describe('an ordinary photo of its kind is accepted:', () => {
  test.each<[what: string, type: string, make: () => Buffer | Promise<Buffer>]>([
    ['a PNG with some compressed texts', 'png', () => withNotes(makeTexts(5, 100_000))],
    [
      'an interlaced PNG of 16 bits',
      'png',
      () => makePlainPng({ width: 2_000, height: 1_500, depth: 16, isInterlaced: true }),
    ],
    ['a progressive JPEG with 90 scans', 'jpeg', () => makeManyScans(512, 90)],
    ['a JPEG with 20 MB of notes', 'jpeg', async () => addNotes(await makeJpeg(), 20_000_000)],
    ['an AVIF', 'avif', makeAvif],
  ])('%s', async (_, type, make) => {
    expect((await readPhoto(await make(), type)).files).toHaveLength(6)
  })
})

const DAMAGED = /This video is (damaged|incomplete)/
const LARGE_INDEX = /index of this video is too large/

describe('a video is refused before its tables are believed:', () => {
  test.each<[what: string, make: () => Buffer, says: RegExp]>([
    ...['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst', 'sbgp', 'saio'].map(
      (type): [string, () => Buffer, RegExp] => [
        `${type} without entries`,
        () => claimEntries(type),
        DAMAGED,
      ],
    ),
    ['stts with one entry', () => claimEntries('stts', Buffer.alloc(8)), DAMAGED],
    ['sizes of samples', claimSizes, DAMAGED],
    ['an entry for four billion samples', () => claimSamples(), LARGE_INDEX],
    ['an entry for a million and one samples', () => claimSamples(1_000_001), LARGE_INDEX],
    ['a chunk behind the last one', claimPlaces, DAMAGED],
    ['a run of samples without bytes', () => claimRun(), DAMAGED],
    ['a run of samples with sizes', () => claimRun(0x200), DAMAGED],
    ['boxes in boxes', () => nestBoxes(1_000), DAMAGED],
    ['300,000 boxes', () => addEmptyBoxes(300_000), DAMAGED],
    ['an index of 40 MB', () => makeLargeIndex(40_000_000), LARGE_INDEX],
  ])('%s', async (_, make, says) => {
    await expect(readVideo(make())).rejects.toThrow(says)
  })
})

test('an ordinary video is accepted, also with 900 empty boxes behind its last one', async () => {
  const facts = { width: 640, height: 480, seconds: 12 }
  expect(await readVideo(makeVideo())).toMatchObject(facts)
  const free = Buffer.concat(Array<Buffer>(900).fill(box('free')))
  expect(await readVideo(Buffer.concat([makeVideo(), free]))).toMatchObject(facts)
})

async function readSheet(content: Buffer) {
  const rows: SheetRow[] = []
  for await (const part of parseParts(SHEET_JOB, content, BY))
    if ('rows' in part) rows.push(...part.rows)
  return rows
}

test('a sheet with a cell in its last row and last column is read row by row, in the memory of any other', async () => {
  const rows = await readSheet(makeFarSheet())
  expect(rows.map(({ row }) => row)).toEqual([1, 2, 1_048_576])
  expect(Math.max(...rows.map(({ cells }) => cells.length))).toBeLessThan(300)
})

test('an archive that claims a smaller size than it has is refused', async () => {
  await expect(readSheet(makeLyingArchive())).rejects.toThrow(/damaged|MB unpacked/)
})
