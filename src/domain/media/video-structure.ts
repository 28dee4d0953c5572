import {
  type Box,
  type ByteReader,
  DamagedBoxes,
  findBoxes,
  listBoxes,
  readTopLevel,
  type TopLevel,
} from './mp4-boxes.ts'
import { findEndOfSamples } from './mp4-samples.ts'
import { DAMAGED_VIDEO, INCOMPLETE_VIDEO, INDEX_TOO_LARGE } from './video-rules.ts'

// Whether an MP4 or QuickTime file has all its pictures and sound. A copy that broke off, or a recording that was not
// closed, often plays: up to where it ends. Bytes behind the last box, boxes of makers and more tracks do no harm.

const MAX_INDEX_BYTES = 32_000_000 // three minutes of a phone's video have 0.3 MB
const MAX_PLAIN_BOXES = 1_000
/** Boxes that a video is made of. One of these that ends behind the file's end was cut; other bytes are a maker's tail. */
const OWN_BOXES: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'prft', 'emsg'],
  ...['free', 'skip', 'wide', 'meta', 'udta', 'uuid', 'pnot'],
])
const PICTURES = 'vide'
const PLAYED: ReadonlySet<string> = new Set([PICTURES, 'soun'])

export type VideoStructure =
  | {
      kind: 'complete'
      /** Whether the file has nothing beside one place of each thing that a video needs. */
      isPlain: boolean
      /** Of a fragmented video: the seconds that its index promises. */
      promisedS: number | null
    }
  | { kind: 'refused'; sentence: string }

/** @throws errors of the reader */
export async function readStructure(reader: ByteReader): Promise<VideoStructure> {
  try {
    return await examine(reader)
  } catch (error) {
    if (error instanceof LargeIndex) return { kind: 'refused', sentence: INDEX_TOO_LARGE }
    if (error instanceof DamagedBoxes) return { kind: 'refused', sentence: DAMAGED_VIDEO }
    throw error
  }
}

class LargeIndex extends Error {}

const INCOMPLETE = { kind: 'refused', sentence: INCOMPLETE_VIDEO } as const

async function examine(reader: ByteReader): Promise<VideoStructure> {
  const top = await readTopLevel(reader)
  const moov = top.boxes.find(({ type }) => type === 'moov')
  if (!moov || moov.to > reader.size) return INCOMPLETE
  const index = await readBox(reader, moov)
  const tracks = listBoxes(index.bytes, index.box).filter(({ type }) => type === 'trak')
  const played = tracks.filter((track) => PLAYED.has(readKind(index.bytes, track)))
  const isFragmented = findBoxes(index.bytes, index.box, ['mvex']).length > 0
  for (const track of played) {
    const isPicture = readKind(index.bytes, track) === PICTURES
    if (!(await hasAllSamples(reader, { bytes: index.bytes, track, isPicture }))) return INCOMPLETE
  }
  if (isFragmented && !(await hasWholeFragments(reader, top))) return INCOMPLETE
  const isPlain =
    !isFragmented &&
    top.tailAt === null &&
    top.boxes.length <= MAX_PLAIN_BOXES &&
    top.boxes.every(({ to }) => to <= reader.size) &&
    played.length === tracks.length
  return {
    kind: 'complete',
    isPlain,
    promisedS: isFragmented ? readPromise(index.bytes, index.box) : null,
  }
}

async function readBox(reader: ByteReader, { from, to, ...box }: Box) {
  if (to - from > MAX_INDEX_BYTES) throw new LargeIndex('an index of many megabytes')
  const bytes = await reader.read(from, to - from)
  return { bytes, box: { ...box, from: 0, to: bytes.length } }
}

/** The handler type: what a track contains. */
function readKind(bytes: Uint8Array, track: Box): string {
  const [hdlr] = findBoxes(bytes, track, ['mdia', 'hdlr'])
  return hdlr ? String.fromCharCode(...bytes.subarray(hdlr.from + 8, hdlr.from + 12)) : ''
}

async function hasAllSamples(
  reader: ByteReader,
  { bytes, track, isPicture }: { bytes: Uint8Array; track: Box; isPicture: boolean },
): Promise<boolean> {
  const end = findEndOfSamples(bytes, track)
  if (end === 0) return true
  if (end > reader.size) return false
  if (!isPicture) return true // silence may be zeros
  // Some programs give a file its whole length before they copy its bytes, which are zeros until then.
  const from = Math.max(0, end - ZEROS_BYTES)
  return (await reader.read(from, end - from)).some((byte) => byte !== 0)
}

const ZEROS_BYTES = 64 // no encoded picture ends with so many zeros

async function hasWholeFragments(
  reader: ByteReader,
  { boxes, tailAt }: TopLevel,
): Promise<boolean> {
  if (boxes.some(({ type, to }) => to > reader.size && OWN_BOXES.has(type))) return false
  // Fewer bytes than the head of a box are what a cut left of it, unless the list of fragments closes the file.
  const rest = tailAt === null ? 0 : reader.size - tailAt
  const isClosed = boxes.at(-1)?.type === 'mfra'
  if (rest > 0 && rest < BOX_HEAD_BYTES && !isClosed) {
    const left = await reader.read(reader.size - rest, rest)
    if (left.some((byte) => byte !== 0)) return false
  }
  const types = boxes.map(({ type }) => type)
  if (types.lastIndexOf('moof') > types.lastIndexOf('mdat')) return false
  for (const box of boxes)
    if (box.type === 'sidx' && (await findEndOfIndexed(reader, box)) > reader.size) return false
  return true
}

const BOX_HEAD_BYTES = 8

/** Where the fragments end that a segment index lists (ISO/IEC 14496-12, 8.16.3). */
async function findEndOfIndexed(reader: ByteReader, sidx: Box): Promise<number> {
  const { bytes } = await readBox(reader, sidx)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isLong = bytes[0] === 1
  const entriesAt = isLong ? 32 : 24
  if (bytes.length < entriesAt) throw new DamagedBoxes('an index without entries')
  const firstOffset = isLong ? Number(view.getBigUint64(20)) : view.getUint32(16)
  const count = view.getUint16(entriesAt - 2)
  if (entriesAt + count * 12 > bytes.length) throw new DamagedBoxes('more entries than bytes')
  let end = sidx.to + firstOffset
  for (let entry = 0; entry < count; entry += 1)
    end += view.getUint32(entriesAt + entry * 12) & 0x7fff_ffff // the first bit is the kind of entry
  return end
}

/**
 * The seconds that a fragmented video has when it is complete: in `mehd`, or in `mvhd`, which counts at least the first
 * part. Null if neither says so.
 */
function readPromise(bytes: Uint8Array, moov: Box): number | null {
  const [mvhd] = findBoxes(bytes, moov, ['mvhd'])
  const [mehd] = findBoxes(bytes, moov, ['mvex', 'mehd'])
  if (!mvhd) return null
  const isLong = bytes[mvhd.from] === 1
  // Behind version and flags: when it was made, when it was changed, the timescale, and the duration.
  const timescale = readNumber(bytes, mvhd, { at: isLong ? 20 : 12, isLong: false })
  const ticks = mehd
    ? readNumber(bytes, mehd, { at: 4, isLong: bytes[mehd.from] === 1 })
    : readNumber(bytes, mvhd, { at: isLong ? 24 : 16, isLong })
  // All bits are set where the duration is not known (ISO/IEC 14496-12, 8.2.2).
  return timescale > 0 && ticks < 0xffff_ffff ? ticks / timescale : null
}

function readNumber(bytes: Uint8Array, box: Box, { at, isLong }: { at: number; isLong: boolean }) {
  const from = box.from + at
  if (from + (isLong ? 8 : 4) > box.to) throw new DamagedBoxes('a number that is not there')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return isLong ? Number(view.getBigUint64(from)) : view.getUint32(from)
}
