import { readFileSync } from 'node:fs'
import { unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { makeCells, writeCsv, writeXlsx } from '#tests/server/listings/import/sheet-files.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { makePlainPng, makeTexts } from '#tests/server/platform/parsing/attack-photos.ts'
import { claimRun } from '#tests/server/platform/parsing/attack-videos.ts'
import type { SeededRandom } from '#tools/faults/sim/seeded-random.ts'

// Valid files of each kind, and mutations of them.

export interface FileKind {
  name: string
  job: 'photo' | 'video' | 'sheet'
  contentType: string
  content: Buffer
}

const SMALL = { width: 96, height: 72 }
const REAL_VIDEO = 'server/demo/media/videos/auction-warehouse.mp4'
const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
const MAX_MUTATIONS = 3
const MAX_MOVED_BYTES = 4_096
const HEAD_BYTES = 1_024 // where most of a file's structure is

export async function makeFileKinds(): Promise<FileKind[]> {
  const photo = await sharp(await makeJpeg(SMALL)).toBuffer()
  const photos: [name: string, type: string, content: Buffer][] = [
    ['JPEG', 'jpeg', await makeJpeg(SMALL)],
    ['progressive JPEG', 'jpeg', await sharp(photo).jpeg({ progressive: true }).toBuffer()],
    ['PNG', 'png', await sharp(photo).png().toBuffer()],
    [
      'PNG of 16 bits',
      'png',
      makePlainPng({ ...SMALL, depth: 16, isInterlaced: true, notes: makeTexts(3, 900) }),
    ],
    ['PNG with a palette', 'png', await sharp(photo).png({ palette: true }).toBuffer()],
    ['WebP', 'webp', await sharp(photo).webp().toBuffer()],
    ['lossless WebP', 'webp', await sharp(photo).webp({ lossless: true }).toBuffer()],
    ['AVIF', 'avif', await sharp(photo).avif({ effort: 0 }).toBuffer()],
  ]
  const rows = Array.from({ length: 20 }, (_, number) => makeCells(`r${number}`))
  const videos: [name: string, content: Buffer][] = [
    ['MP4', makeVideo()],
    ['MP4 in fragments', claimRun()],
    ['MP4 of a camera', readFileSync(REAL_VIDEO)],
  ]
  const sheets: [name: string, content: Buffer][] = [
    ['CSV', Buffer.from(writeCsv(rows))],
    ['XLSX', Buffer.from(writeXlsx(rows))],
    ['XLSX, not compressed', Buffer.from(storeXlsx(rows))],
  ]
  return [
    ...photos.map(([name, type, content]) => ({
      ...{ name, job: 'photo' as const, contentType: `image/${type}`, content },
    })),
    ...videos.map(([name, content]) => ({
      ...{ name, job: 'video' as const, contentType: 'video/mp4', content },
    })),
    ...sheets.map(([name, content]) => ({
      ...{ name, job: 'sheet' as const, contentType: '', content },
    })),
  ]
}

/** The XML is mutated, not its compressed form. */
function storeXlsx(rows: readonly string[][]): Uint8Array {
  return zipSync(unzipSync(writeXlsx(rows)), { level: 0 })
}

/** Applies one to three mutations. */
export function mutate(content: Buffer, random: SeededRandom): Buffer {
  let mutated: Buffer = Buffer.from(content)
  for (let left = 1 + random.int(MAX_MUTATIONS); left > 0; left -= 1)
    mutated = random.pick(MUTATIONS)(mutated, random)
  return mutated
}

type Mutation = (content: Buffer, random: SeededRandom) => Buffer

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  writeExtreme,
  writeExtreme,
  cut,
  removePart,
  repeatPart,
  fillPart,
]

/** A place in the file, often near its start. */
function placeIn({ length }: Buffer, random: SeededRandom): number {
  return random.int(Math.max(1, random.chance(0.6) ? Math.min(length, HEAD_BYTES) : length))
}

function partOf(content: Buffer, random: SeededRandom) {
  const from = placeIn(content, random)
  return { from, to: Math.min(content.length, from + 1 + random.int(MAX_MOVED_BYTES)) }
}

function flipBit(content: Buffer, random: SeededRandom): Buffer {
  const at = placeIn(content, random)
  content[at] = (content[at] ?? 0) ^ (1 << random.int(8))
  return content
}

function writeExtreme(content: Buffer, random: SeededRandom): Buffer {
  const bytes = random.pick([1, 2, 4])
  const at = Math.min(placeIn(content, random), content.length - bytes)
  const value = random.pick(EXTREMES) % 256 ** bytes
  if (at < 0) return content
  if (random.chance(0.5)) content.writeUIntBE(value, at, bytes)
  else content.writeUIntLE(value, at, bytes)
  return content
}

function cut(content: Buffer, random: SeededRandom): Buffer {
  return content.subarray(0, random.int(content.length + 1))
}

function removePart(content: Buffer, random: SeededRandom): Buffer {
  const { from, to } = partOf(content, random)
  return Buffer.concat([content.subarray(0, from), content.subarray(to)])
}

function repeatPart(content: Buffer, random: SeededRandom): Buffer {
  const { from, to } = partOf(content, random)
  const times = 1 + random.int(20)
  const parts = Array<Buffer>(times).fill(content.subarray(from, to))
  return Buffer.concat([content.subarray(0, to), ...parts, content.subarray(to)])
}

function fillPart(content: Buffer, random: SeededRandom): Buffer {
  const { from, to } = partOf(content, random)
  return content.fill(random.int(256), from, to)
}
