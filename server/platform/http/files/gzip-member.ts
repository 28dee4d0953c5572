import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

// Builds one gzip member (RFC 1952) from parts that are compressed separately, so that only changed
// parts are compressed again. It must be one member: Chromium ignores any further member, without an
// error.

const deflate = promisify(deflateRaw)

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]) // deflate, no name, no time, unknown system
const LAST_BLOCK = Buffer.from([0x03, 0x00]) // an empty final block with fixed codes (RFC 1951, section 3.2.6)
const ISIZE_MODULUS = 2 ** 32

export interface GzipPart {
  deflated: Buffer
  /** CRC-32 of the text in UTF-8. */
  crc: number
  /** Bytes of the text in UTF-8. */
  length: number
}

/**
 * Compresses in the thread pool. The full flush ends the part at a byte boundary and keeps later
 * parts from referring into it.
 */
export async function makeGzipPart(text: string): Promise<GzipPart> {
  const bytes = Buffer.from(text)
  const output = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  // Copies the output, because parts live long and zlib's own buffer takes 16 kB however little it
  // holds. Buffer.from would place small parts in a pool shared with short-lived buffers.
  const deflated = Buffer.allocUnsafeSlow(output.length)
  output.copy(deflated)
  return { deflated, crc: crc32(bytes), length: bytes.length }
}

/** The gzip member as a list of buffers, which share memory with the parts. */
export function joinGzipParts(parts: readonly GzipPart[]): Buffer[] {
  let crc = 0
  let length = 0
  for (const part of parts) {
    crc = combineCrc32(crc, part.crc, part.length)
    length += part.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length % ISIZE_MODULUS, 4)
  return [HEADER, ...parts.map(({ deflated }) => deflated), LAST_BLOCK, trailer]
}

const POLYNOMIAL = 0xedb88320 // the polynomial of CRC-32, in reflected bit order
const ONE = 0x80000000 // the polynomial 1, in reflected bit order

/**
 * CRC-32 of two concatenated texts: the first CRC times x^(8 * length of the second), plus the
 * second.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(powerOfX(secondLength * 8), first) ^ second) >>> 0
}

/** x^exponent modulo the polynomial, by repeated squaring. */
function powerOfX(exponent: number): number {
  let power = ONE
  let square = ONE >>> 1
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(square, power)
    square = multiply(square, square)
  }
  return power
}

/** The product of two polynomials over GF(2) modulo the polynomial. */
function multiply(one: number, other: number): number {
  let product = 0
  let shifted = other
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product >>> 0
}
