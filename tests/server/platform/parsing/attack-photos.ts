import { crc32, deflateSync } from 'node:zlib'

// Photos of a few kilobytes that cost a decoder gigabytes or minutes.

const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer).swap16()
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()

// PNG ---------------------------------------------------------------------------------------------

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...content])
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))])
}

interface PngShape {
  width: number
  height: number
  depth?: 8 | 16
  isInterlaced?: boolean
  /** Without its pixels. */
  isCut?: boolean
  /** Chunks before the pixels. */
  notes?: readonly Buffer[]
}

/** A transparent PNG whose pixels are all zero. */
export function makePlainPng({
  width,
  height,
  depth = 8,
  isInterlaced,
  isCut,
  notes = [],
}: PngShape) {
  const header = Buffer.concat([
    u32(width, height),
    Buffer.from([depth, 6, 0, 0, isInterlaced ? 1 : 0]),
  ])
  const rows = isInterlaced
    ? countInterlacedBytes(width, height, depth)
    : ((width * depth) / 2 + 1) * height
  const pixels = deflateSync(Buffer.alloc(isCut ? 0 : rows), { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...notes,
    pngChunk('IDAT', pixels),
    pngChunk('IEND'),
  ])
}

/** The seven passes of an interlaced PNG (PNG specification, section 8.1), each row with a filter byte. */
function countInterlacedBytes(width: number, height: number, depth: number): number {
  const passes = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.reduce((sum, [x, stepX, y, stepY]) => {
    const [across, down] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return across > 0 && down > 0 ? sum + ((across * depth) / 2 + 1) * down : sum
  }, 0)
}

/** `count` compressed texts, each of `bytes` zeros. */
export function makeTexts(count: number, bytes: number): Buffer[] {
  const text = pngChunk(
    'zTXt',
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(bytes, 'a'), { level: 9 }),
  )
  return Array<Buffer>(count).fill(text)
}

// JPEG --------------------------------------------------------------------------------------------

const SOI = Buffer.from('ffd8', 'hex')
const EOI = Buffer.from('ffd9', 'hex')

export function jpegSegment(code: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, code]), u16(content.length + 2), content])
}

const COEFFICIENTS = 63 // of a block, beside the first one
const BITS = 14 // of a coefficient, each refined by a scan of its own
const LONGEST_RUN = 14 // an "end of band" with 14 bits more covers up to 32,767 blocks

/**
 * A valid progressive JPEG of one color, as ITU-T T.81, annex G allows it: each bit of each coefficient of each
 * component has a scan of its own, 2,647 in all.
 */
export function makeManyScans(side: number, scans = Number.POSITIVE_INFINITY): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const lengths = (four: number, one: number) =>
    Buffer.from([one, 0, 0, four, ...Array(12).fill(0)])
  const runs = Buffer.from(Array.from({ length: LONGEST_RUN + 1 }, (_, bits) => bits << 4))
  const parts = [
    SOI,
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(
      0xc2,
      Buffer.concat([
        Buffer.from([8]),
        u16(side, side),
        Buffer.from([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
      ]),
    ),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x00]), lengths(0, 1), Buffer.from([0])])),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10]), lengths(runs.length, 0), runs])),
    jpegSegment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])),
    Buffer.alloc(Math.ceil((blocks * 3) / 8)), // a zero bit for the first coefficient of each block
  ]
  const runsOfZeros = writeRuns(blocks)
  let written = 1
  for (let coefficient = 1; coefficient <= COEFFICIENTS; coefficient += 1)
    for (const component of [1, 2, 3])
      for (let bit = BITS - 1; bit >= 0 && written < scans; bit -= 1) {
        const before = bit === BITS - 1 ? 0 : bit + 1
        parts.push(
          jpegSegment(
            0xda,
            Buffer.from([1, component, 0, coefficient, coefficient, (before << 4) | bit]),
          ),
          runsOfZeros,
        )
        written += 1
      }
  return Buffer.concat([...parts, EOI])
}

/** Huffman codes of four bits, each followed by the rest of the number of empty blocks. */
function writeRuns(blocks: number): Buffer {
  let bits = ''
  for (let left = blocks; left > 0; ) {
    const size = Math.min(LONGEST_RUN, Math.floor(Math.log2(left)))
    const run = Math.min(left, 2 ** (size + 1) - 1)
    bits += size.toString(2).padStart(4, '0')
    if (size > 0) bits += (run - 2 ** size).toString(2).padStart(size, '0')
    left -= run
  }
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []
  return Buffer.from(
    bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)])),
  )
}

/** Puts segments with `bytes` of notes behind the start of a JPEG. */
export function addNotes(jpeg: Buffer, bytes: number): Buffer {
  const note = jpegSegment(0xef, Buffer.alloc(65_000))
  const notes = Array<Buffer>(Math.ceil(bytes / note.length)).fill(note)
  return Buffer.concat([jpeg.subarray(0, 2), ...notes, jpeg.subarray(2)])
}
