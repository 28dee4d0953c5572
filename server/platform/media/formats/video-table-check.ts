import { type FileHandle, open } from 'node:fs/promises'
import { DAMAGED_VIDEO, INDEX_TOO_LARGE } from '#src/domain/media/video-rules.ts'
import { MediaRefusal } from './media-refusal.ts'
import { addClaims, type Claims, isHonest } from './video-tables.ts'

const MAX_BOXES = 100_000 // three minutes in fragments of a tenth of a second have 20,000
const MAX_DEPTH = 12 // a track with encryption has ten levels
const MAX_INDEX_BYTES = 32_000_000 // ten hours of pictures and sound; readers take an index into memory as a whole
const MAX_SAMPLES = 1_000_000 // of a track: an hour at 240 pictures per second
const MAX_TICKS = 50_000_000 // uncompressed sound has a sample for each tick: ten minutes at 96 kHz
/** Memory that a reader needs for each byte of an index, and for each sample with a time of its own. */
const BYTES_PER_BYTE = 10
const BYTES_PER_SAMPLE = 200
const BASE_BYTES = 40_000_000

const HEAD_BYTES = 8 // length and type
const LARGE_BYTES = 16 // with a length of 64 bits
/** Read into memory as a whole. */
const INDEXES: ReadonlySet<string> = new Set(['moov', 'moof', 'mfra', 'meta', 'sidx'])
const PARENTS: ReadonlySet<string> = new Set([
  ...['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'edts', 'mvex', 'moof', 'traf', 'mfra'],
  ...['udta', 'sinf', 'schi'],
])

interface Box {
  type: string
  from: number
  to: number
}

/** Counts over the whole file. */
interface Sums {
  boxes: number
  indexBytes: number
  samples: number
}

/**
 * Checks what an MP4 file says about itself, before a reader of videos believes it: boxes, their depth, and the entries
 * of tables against the bytes that they have. Returns the memory in bytes that a reader needs. @throws MediaRefusal
 */
export async function requireSoundTables(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const sums: Sums = { boxes: 0, indexBytes: 0, samples: 0 }
    for (let at = 0; at < size; ) {
      const box = readHead(await read(file, at, LARGE_BYTES), { at, to: size })
      if (!box) break
      count(sums)
      if (INDEXES.has(box.type)) await checkIndex(file, box, sums)
      at = box.to
    }
    const { indexBytes, samples } = sums
    return BASE_BYTES + indexBytes * BYTES_PER_BYTE + samples * BYTES_PER_SAMPLE
  } finally {
    await file.close()
  }
}

async function checkIndex(file: FileHandle, { type, from, to }: Box, sums: Sums): Promise<void> {
  if (to - from > MAX_INDEX_BYTES) throw tooLarge()
  const bytes = await read(file, from, to - from)
  sums.indexBytes = Math.max(sums.indexBytes, bytes.length)
  const claims = makeClaims()
  checkBoxes(bytes, { type, from: 0, to: bytes.length }, { depth: 1, sums, claims })
  sums.samples += claims.inFragments
  if (sums.samples > MAX_SAMPLES) throw tooLarge()
}

interface Place {
  depth: number
  sums: Sums
  claims: Claims
}

function checkBoxes(bytes: Buffer, parent: Box, { depth, sums, claims }: Place): void {
  if (depth > MAX_DEPTH) throw damaged()
  for (let at = parent.from; at < parent.to; ) {
    const box = readHead(bytes.subarray(at, at + LARGE_BYTES), { at, to: parent.to })
    if (!box) return
    count(sums)
    const content = bytes.subarray(box.from, box.to)
    if (!isHonest({ type: box.type, content })) throw damaged()
    addClaims(claims, { type: box.type, content })
    if (PARENTS.has(box.type)) {
      const own = box.type === 'trak' ? makeClaims() : claims
      checkBoxes(bytes, box, { depth: depth + 1, sums, claims: own })
      if (box.type === 'trak') sums.samples += requireModest(own)
    }
    at = box.to
  }
}

/** Returns how many samples of a track get a time of their own. */
function requireModest({ timed, shifted, places, highestPlace }: Claims): number {
  if (highestPlace > places + 1) throw damaged()
  if (timed > MAX_TICKS) throw tooLarge()
  if (shifted === 0) return 0
  if (Math.max(timed, shifted) > MAX_SAMPLES) throw tooLarge()
  return timed
}

/** A box that ends behind its parent ends with it. Null for bytes that are no box. */
function readHead(head: Buffer, { at, to }: { at: number; to: number }): Box | null {
  if (head.length < HEAD_BYTES) return null
  const short = head.readUInt32BE(0)
  const isLarge = short === 1
  const headBytes = isLarge ? LARGE_BYTES : HEAD_BYTES
  if (head.length < headBytes) return null
  // Length 0 means that the box extends to the end.
  const length = isLarge ? Number(head.readBigUInt64BE(HEAD_BYTES)) : short || to - at
  if (length < headBytes) return null
  const type = head.toString('latin1', 4, HEAD_BYTES)
  return { type, from: Math.min(to, at + headBytes), to: Math.min(to, at + length) }
}

function count(sums: Sums): void {
  sums.boxes += 1
  if (sums.boxes > MAX_BOXES) throw damaged()
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function makeClaims(): Claims {
  return { timed: 0, shifted: 0, inFragments: 0, places: 0, highestPlace: 0 }
}

function damaged(): MediaRefusal {
  return new MediaRefusal(DAMAGED_VIDEO)
}

function tooLarge(): MediaRefusal {
  return new MediaRefusal(INDEX_TOO_LARGE)
}
