import { type Box, DamagedBoxes, findBoxes } from './mp4-boxes.ts'

// Where the samples (frames of pictures and pieces of sound) of a track are in the file: ISO/IEC 14496-12, 8.7.

/** The bytes of an entry in each table of numbers. */
const ENTRY_BYTES = { stco: 4, co64: 8, stsc: 12 } as const
/** Uncompressed sound has one sample for each tick: three minutes at 48 kHz are 8.6 million. */
const MAX_SAMPLES = 10_000_000

/** The first byte behind all samples of a track; 0 without samples, as in a fragmented file. @throws DamagedBoxes */
export function findEndOfSamples(bytes: Uint8Array, track: Box): number {
  const [stbl] = findBoxes(bytes, track, ['mdia', 'minf', 'stbl'])
  if (!stbl) throw new DamagedBoxes('a track without tables')
  const sizes = readSizes(bytes, stbl)
  if (sizes.count === 0) return 0
  const chunks = readChunks(bytes, stbl)
  const runs = readTable(bytes, stbl, 'stsc')
  if (!runs) throw new DamagedBoxes('a track without chunks')
  let last = 0
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks.count && sample < sizes.count; chunk += 1) {
    // An entry says from which numbered chunk on it counts, and how many samples each of these has.
    while (run + 1 < runs.count && runs.view.getUint32((run + 1) * 12) <= chunk + 1) run += 1
    const samples = run < runs.count ? runs.view.getUint32(run * 12 + 4) : 0
    let at = chunks.of(chunk)
    const until = Math.min(sizes.count, sample + samples)
    for (; sample < until; sample += 1) at += sizes.of(sample)
    last = Math.max(last, at)
  }
  if (sample < sizes.count) throw new DamagedBoxes('samples without a place')
  return last
}

/** Where each chunk of samples begins. */
function readChunks(bytes: Uint8Array, stbl: Box) {
  const short = readTable(bytes, stbl, 'stco')
  if (short) return { count: short.count, of: (index: number) => short.view.getUint32(index * 4) }
  const long = readTable(bytes, stbl, 'co64')
  if (!long) throw new DamagedBoxes('a track without a place in the file')
  const of = (index: number) => Number(long.view.getBigUint64(index * 8))
  return { count: long.count, of }
}

/** Behind version and flags: one size for all samples, or 0; then their number; then a size for each. */
function readSizes(bytes: Uint8Array, stbl: Box) {
  const [table] = findBoxes(bytes, stbl, ['stsz'])
  if (!table || table.to - table.from < 12) throw new DamagedBoxes('a track without sizes')
  const view = viewOf(bytes, table, 4)
  const [same, count] = [view.getUint32(0), view.getUint32(4)]
  const hasRoom = same > 0 || count * 4 <= view.byteLength - 8
  if (!hasRoom || count > MAX_SAMPLES) throw new DamagedBoxes('more samples than sizes')
  return { count, of: (index: number) => same || view.getUint32(8 + index * 4) }
}

/** Null without such a table. The number of entries is checked against the bytes of the table. */
function readTable(bytes: Uint8Array, stbl: Box, type: keyof typeof ENTRY_BYTES) {
  const [table] = findBoxes(bytes, stbl, [type])
  if (!table) return null
  if (table.to - table.from < 8) throw new DamagedBoxes('a table without a number')
  const count = viewOf(bytes, table, 4).getUint32(0)
  const view = viewOf(bytes, table, 8)
  if (count * ENTRY_BYTES[type] > view.byteLength) throw new DamagedBoxes('more entries than bytes')
  return { count, view }
}

function viewOf(bytes: Uint8Array, box: Box, skip: number): DataView {
  const from = box.from + skip
  return new DataView(bytes.buffer, bytes.byteOffset + from, box.to - from)
}
