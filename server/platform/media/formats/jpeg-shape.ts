// Reads the markers of a JPEG file (ITU-T T.81, annex B), because libjpeg keeps the coefficients of a file with several
// scans in memory, goes through all of them for each scan, and keeps every note in the header.

import type { FileHandle } from 'node:fs/promises'
import { openWindow } from './file-window.ts'
import { MediaRefusal } from './media-refusal.ts'
import type { PhotoShape } from './photo-shape.ts'

const MAX_SCANS = 100 // a camera's progressive file has ten
const MAX_NOTES_BYTES = 64_000_000 // a panorama with its parts in the header has 20 MB
const SCAN_WINDOW_BYTES = 65_536
const BLOCK_PX = 8
const COEFFICIENT_BYTES = 2.1 // with what libjpeg adds to each row
const FRAME_BYTES = 6 // precision, height, width and the number of components
const COMPONENT_BYTES = 3

const PREFIX = 0xff
const START_OF_IMAGE_BYTES = 2
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

const TOO_MANY_SCANS =
  'This photo is stored in more than 100 passes, which takes too long to read. Save it again as an ordinary JPEG.'
const TOO_MANY_NOTES =
  'This photo carries more than 64 MB of notes beside its picture. Save it again as an ordinary JPEG.'

interface Frame {
  width: number
  height: number
  components: number
  coefficients: number
  isProgressive: boolean
}

const NO_FRAME: Frame = {
  width: 0,
  height: 0,
  components: 0,
  coefficients: 0,
  isProgressive: false,
}

/** @throws MediaRefusal for too many scans or notes */
export async function readJpegShape(file: FileHandle): Promise<PhotoShape> {
  const window = openWindow(file)
  let frame = NO_FRAME
  let [notes, scans, isKept] = [0, 0, false]
  let at = START_OF_IMAGE_BYTES
  for (let code = await findMarker(); code !== null; code = await findMarker()) {
    const content = await window.read(at, 2)
    if (content.length < 2) break
    const length = content.readUInt16BE(0)
    if (isFrame(code)) frame = readFrame(await window.read(at + 2, length), code)
    else if (code === START_OF_SCAN) {
      const [inScan = 0] = await window.read(at + 2, 1)
      isKept ||= frame.isProgressive || inScan < frame.components
      scans += 1
    } else notes += length
    if (scans > MAX_SCANS) throw new MediaRefusal(TOO_MANY_SCANS)
    if (notes > MAX_NOTES_BYTES) throw new MediaRefusal(TOO_MANY_NOTES)
    at += length
  }
  const { width, height, coefficients } = frame
  return { width, height, bytes: notes + (isKept ? coefficients * COEFFICIENT_BYTES : 0) }

  /** Moves behind the next marker, over the pixels of a scan. Null at the end of the image. */
  async function findMarker(): Promise<number | null> {
    for (;;) {
      const bytes = await window.read(at, SCAN_WINDOW_BYTES)
      const found = findCode(bytes)
      if (found) at += found.end
      if (found) return found.code === END_OF_IMAGE ? null : found.code
      if (bytes.length < SCAN_WINDOW_BYTES) return null
      at += bytes.length - 1 // the last byte may begin a marker
    }
  }
}

function findCode(bytes: Buffer): { code: number; end: number } | null {
  for (let from = bytes.indexOf(PREFIX); from >= 0; from = bytes.indexOf(PREFIX, from + 1)) {
    const code = bytes[from + 1]
    if (code !== undefined && isMarker(code)) return { code, end: from + 2 }
  }
  return null
}

/** Not a stuffed zero, a fill byte, or a restart or other marker without content (T.81, table B.1). */
function isMarker(code: number): boolean {
  return code > 0x01 && code !== PREFIX && !(code >= 0xd0 && code <= 0xd8)
}

/** Start of frame: 0xc0 to 0xcf without the tables and the reserved code between them. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
}

function readFrame(bytes: Buffer, code: number): Frame {
  if (bytes.length < FRAME_BYTES) return NO_FRAME
  const [height, width] = [bytes.readUInt16BE(1), bytes.readUInt16BE(3)]
  const components = bytes[FRAME_BYTES - 1] ?? 0
  const samplings = Array.from({ length: components }, (_, nth) => {
    const factors = bytes[FRAME_BYTES + nth * COMPONENT_BYTES + 1] ?? 0x11
    return { across: factors >> 4 || 1, down: factors & 15 || 1 }
  })
  const most = (side: 'across' | 'down') => Math.max(1, ...samplings.map((one) => one[side]))
  const blocks = (px: number, share: number) => Math.ceil((px * share) / BLOCK_PX) * BLOCK_PX
  const coefficients = samplings.reduce(
    (sum, { across, down }) =>
      sum + blocks(width, across / most('across')) * blocks(height, down / most('down')),
    0,
  )
  return { width, height, components, coefficients, isProgressive: (code & 3) === 2 }
}
