// Boxes of MP4 and QuickTime files (ISO/IEC 14496-12, 4.2), read with few and small reads from a file of any size.

/** A file that is read in parts. `read` returns fewer bytes than asked for only at the end of the file. */
export interface ByteReader {
  readonly size: number
  read(start: number, bytes: number): Promise<Uint8Array>
}

export interface Box {
  type: string
  start: number
  /** Where the content begins. */
  from: number
  /** Where the box says that it ends: in a file that was cut, behind the end of the file. */
  to: number
}

/** A video with boxes or tables that contradict each other. */
export class DamagedBoxes extends Error {
  override name = 'DamagedBoxes'
}

const HEAD_BYTES = 8 // length and type
const LARGE_HEAD_BYTES = 16 // with a length of 64 bits
const WINDOW_BYTES = 65_536 // one read shows the heads of many small boxes
const MAX_BOXES = 100_000 // a fragmented video of three minutes has a few hundred
/** Three letters, digits or spaces, and at first also the copyright sign that Apple uses. */
const TYPE = /^[\xa9\w -][\w -]{3}$/

export interface TopLevel {
  boxes: Box[]
  /** Where bytes begin that are no box; null if the last box ends with the file. */
  tailAt: number | null
}

/** The boxes at the file's top level, with a last one that may be cut. @throws DamagedBoxes for far too many boxes */
export async function readTopLevel(reader: ByteReader): Promise<TopLevel> {
  const boxes: Box[] = []
  let window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }
  let at = 0
  while (at < reader.size) {
    if (at + LARGE_HEAD_BYTES > window.start + window.bytes.length)
      window = { start: at, bytes: await reader.read(at, WINDOW_BYTES) }
    const box = readHead(window.bytes, at - window.start, reader.size - window.start)
    if (!box || !TYPE.test(box.type)) return { boxes, tailAt: at }
    boxes.push(moveBox(box, window.start))
    if (boxes.length > MAX_BOXES) throw new DamagedBoxes('too many boxes')
    at = box.to + window.start
  }
  return { boxes, tailAt: null }
}

/** The boxes inside a part of a buffer. @throws DamagedBoxes if they do not fill it */
export function listBoxes(bytes: Uint8Array, { from, to }: Pick<Box, 'from' | 'to'>): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    // QuickTime ends some lists with four zeros (QuickTime File Format, "User data atoms").
    if (to - at < HEAD_BYTES) break
    const box = readHead(bytes, at, to)
    if (!box || box.to > to) throw new DamagedBoxes('a box that is longer than its parent')
    boxes.push(box)
    at = box.to
  }
  return boxes
}

/** Finds boxes by their path, such as `['mdia', 'hdlr']`. @throws DamagedBoxes */
export function findBoxes(bytes: Uint8Array, parent: Box, path: readonly string[]): Box[] {
  return path.reduce<Box[]>(
    (parents, type) =>
      parents.flatMap((one) => listBoxes(bytes, one).filter((box) => box.type === type)),
    [parent],
  )
}

/** Null for bytes that are no box. Length 0 means that the box extends to `end`. */
function readHead(bytes: Uint8Array, at: number, end: number): Box | null {
  if (at + HEAD_BYTES > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at)
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + HEAD_BYTES))
  const short = view.getUint32(0)
  if (short === 0) return { type, start: at, from: at + HEAD_BYTES, to: end }
  if (short !== 1) {
    if (short < HEAD_BYTES) return null
    return { type, start: at, from: at + HEAD_BYTES, to: at + short }
  }
  if (view.byteLength < LARGE_HEAD_BYTES) return null
  const long = Number(view.getBigUint64(HEAD_BYTES))
  if (long < LARGE_HEAD_BYTES) return null
  return { type, start: at, from: at + LARGE_HEAD_BYTES, to: at + long }
}

function moveBox({ type, start, from, to }: Box, by: number): Box {
  return { type, start: start + by, from: from + by, to: to + by }
}
