// Reads the chunks of a PNG file (PNG specification, third edition, section 5), because libpng inflates every
// compressed text before the pixels, and libvips keeps the pixels of an interlaced file in memory.

import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type FileWindow, openWindow } from './file-window.ts'
import { MediaRefusal } from './media-refusal.ts'
import type { PhotoShape } from './photo-shape.ts'

const SIGNATURE_BYTES = 8
const HEAD_BYTES = 8 // length and type
const CHECKSUM_BYTES = 4
const MAX_CHUNKS = 300_000 // a file of 300 MB in chunks of 1 kB
const MAX_NOTES_BYTES = 8_000_000 // inflated; a color profile of a printer has 3 MB
/** Chunks whose data is compressed, behind texts that end with a zero. */
const COMPRESSED: ReadonlySet<string> = new Set(['zTXt', 'iTXt', 'iCCP'])
const MAX_DEFLATE_RATIO = 1_032 // of zlib
const PIXELS: ReadonlySet<string> = new Set(['IDAT', 'fdAT'])
/** Channels by color type, with transparency; a palette becomes colors. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 }
const OPAQUE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }

const KEPT_ROWS = 2_000 // libvips keeps so many while it makes a photo smaller
const FEW_ROWS = 500
const FEW_ROWS_FACTOR = 2.5
const INTERLACED_FACTOR = 1.2

const TOO_MANY_NOTES =
  'This photo carries more than 8 MB of text and other notes beside its picture. Save it again as a JPEG.'
const TOO_MANY_CHUNKS =
  'This photo is stored in too many pieces to be read. Save it again as a JPEG.'

/** @throws MediaRefusal for notes that need too much memory, before they are inflated */
export async function readPngShape(file: FileHandle): Promise<PhotoShape> {
  const window = openWindow(file)
  const { size } = await file.stat()
  const header = await window.read(SIGNATURE_BYTES + HEAD_BYTES, 13)
  let [noteBytes, chunks, isTransparent] = [0, 0, false]
  for (let at = SIGNATURE_BYTES; ; ) {
    const head = await window.read(at, HEAD_BYTES)
    if (head.length < HEAD_BYTES) break
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    if (type === 'IEND' || at + length > size) break // a cut file: libvips refuses it
    if (type === 'tRNS') isTransparent = true
    if (!PIXELS.has(type)) noteBytes += length
    if (COMPRESSED.has(type) && noteBytes <= MAX_NOTES_BYTES)
      noteBytes += await measureInflated(window, at + HEAD_BYTES, { length, type })
    if (noteBytes > MAX_NOTES_BYTES) throw new MediaRefusal(TOO_MANY_NOTES)
    chunks += 1
    if (chunks > MAX_CHUNKS) throw new MediaRefusal(TOO_MANY_CHUNKS)
    at += HEAD_BYTES + length + CHECKSUM_BYTES
  }
  const { width, height, rowBytes, isInterlaced } = readHeader(header, isTransparent)
  return { width, height, bytes: noteBytes + weighRows(rowBytes, { height, isInterlaced }) }
}

function weighRows(
  rowBytes: number,
  { height, isInterlaced }: { height: number; isInterlaced: boolean },
): number {
  if (isInterlaced) return rowBytes * height * INTERLACED_FACTOR
  return rowBytes * Math.min(height, KEPT_ROWS) * (height < FEW_ROWS ? FEW_ROWS_FACTOR : 1)
}

function readHeader(header: Buffer, isTransparent: boolean) {
  const bytes = Buffer.concat([header, Buffer.alloc(13)]) // a cut file: libvips refuses it
  const [width, height] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  const [depth = 8, color = 0] = bytes.subarray(8)
  const channels = (isTransparent ? CHANNELS : OPAQUE)[color] ?? 4
  const rowBytes = width * channels * (depth > 8 ? 2 : 1)
  return { width, height, rowBytes, isInterlaced: bytes[12] === 1 }
}

const inflateBytes = promisify(inflate)

async function measureInflated(
  window: FileWindow,
  at: number,
  { length, type }: { length: number; type: string },
): Promise<number> {
  const data = await window.read(at, length)
  const start = findCompressed(data, type)
  try {
    const options = { maxOutputLength: MAX_NOTES_BYTES + 1 }
    return start === null ? 0 : (await inflateBytes(data.subarray(start), options)).length
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    // Beyond the limit, or damaged: libpng inflates up to the flaw, at most 1,032 bytes from one.
    return data.length * MAX_DEFLATE_RATIO
  }
}

/** Where the compressed data begins; null for data that is not compressed. */
function findCompressed(data: Buffer, type: string): number | null {
  const keyword = data.indexOf(0)
  if (keyword < 0) return null
  if (type !== 'iTXt') return keyword + 2
  if (data[keyword + 1] !== 1) return null
  const language = data.indexOf(0, keyword + 3)
  const translated = data.indexOf(0, language + 1)
  return language < 0 || translated < 0 ? null : translated + 1
}
