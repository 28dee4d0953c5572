import type { FileHandle } from 'node:fs/promises'
import { openWindow } from './file-window.ts'
import type { PhotoShape } from './photo-shape.ts'

const FIRST_CHUNK = 12 // after RIFF, its length and WEBP
const HEAD_BYTES = 8 // type and length
const MAX_CHUNKS = 20 // the flags and a color profile come before the pixels
const FIELD_BYTES = 10 // as many as the sizes take in each kind of chunk
const ANIMATION = 0x02
/** Bytes for each pixel. */
const STILL = 4.6
const ANIMATED = 14

/** Reads the first chunks of a WebP file (RFC 9649, section 2). */
export async function readWebpShape(file: FileHandle): Promise<PhotoShape> {
  const window = openWindow(file)
  const { size } = await file.stat() // libvips maps the file into memory
  let at = FIRST_CHUNK
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const head = await window.read(at, HEAD_BYTES + FIELD_BYTES)
    if (head.length < HEAD_BYTES + FIELD_BYTES) break
    const found = readSize(head.toString('latin1', 0, 4), head.subarray(HEAD_BYTES))
    if (found) {
      const { width, height, perPixel } = found
      return { width, height, bytes: size + width * height * perPixel }
    }
    const length = head.readUInt32LE(4)
    at += HEAD_BYTES + length + (length % 2)
  }
  return { width: 0, height: 0, bytes: size }
}

function readSize(type: string, field: Buffer) {
  switch (type) {
    case 'VP8X': {
      const isAnimated = ((field[0] ?? 0) & ANIMATION) !== 0
      const [width, height] = [field.readUIntLE(4, 3) + 1, field.readUIntLE(7, 3) + 1]
      return { width, height, perPixel: isAnimated ? ANIMATED : STILL }
    }
    case 'VP8L': {
      const bits = field.readUInt32LE(1) // 14 bits each, behind a signature
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, perPixel: STILL }
    }
    case 'VP8 ': // a frame tag and a start code of three bytes each (RFC 6386, section 9.1)
      return {
        width: field.readUInt16LE(6) & 0x3fff,
        height: field.readUInt16LE(8) & 0x3fff,
        perPixel: STILL,
      }
    default:
      return null
  }
}
