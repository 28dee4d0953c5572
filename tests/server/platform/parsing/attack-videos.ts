import { box, makeVideo } from '#tests/server/listings/uploads/made-videos.ts'

// MP4 files whose tables claim far more entries than the file has bytes.

const MOST = 0xffff_ffff
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32()

/** Adds a box at the end of the innermost box of `path`, and makes the boxes around it longer. */
function addBox(file: Buffer, path: readonly string[], added: Buffer): Buffer {
  const lengths: number[] = []
  let [from, to] = [0, file.length]
  for (const type of path) {
    const at = findBox(file, type, from, to)
    lengths.push(at)
    from = at + 8
    to = at + file.readUInt32BE(at)
  }
  const longer = Buffer.concat([file.subarray(0, to), added, file.subarray(to)])
  for (const at of lengths) longer.writeUInt32BE(longer.readUInt32BE(at) + added.length, at)
  return longer
}

function findBox(file: Buffer, type: string, from: number, to: number): number {
  for (let at = from; at < to; at += file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === type) return at
  throw new Error(`there is no ${type}`)
}

const TRACK = ['moov', 'trak']
const TABLES = [...TRACK, 'mdia', 'minf', 'stbl']

/** A video with one more table, whose entries have `content`, and whose count is the highest number. */
export function claimEntries(type: string, ...content: Buffer[]): Buffer {
  const path = type === 'elst' ? TRACK : TABLES
  const table = box(type, u32(0, MOST), ...content)
  const added = type === 'elst' ? box('edts', table) : table
  return addBox(makeVideo(), path, added)
}

/** Sizes of samples: a size of zero says that each has one of its own. */
export function claimSizes(): Buffer {
  return addBox(makeVideo(), TABLES, box('stsz', u32(0, 0, MOST)))
}

/** Two honest tables: one entry each, for four billion samples. */
export function claimSamples(samples = MOST): Buffer {
  const shifted = addBox(makeVideo(), TABLES, box('ctts', u32(0, 1, samples, 1)))
  return addBox(shifted, TABLES, box('stts', u32(0, 1, samples, 1)))
}

/** A chunk with a number far behind the last one. */
export function claimPlaces(): Buffer {
  return addBox(makeVideo(), TABLES, box('stsc', u32(0, 2, 1, 1, 1, MOST - 1, 1, 1)))
}

/** A fragment whose run claims samples without bytes of their own. */
export function claimRun(flags = 0): Buffer {
  const video = makeVideo()
  const defaults = box('mvex', box('trex', u32(0, 1, 1, 1_000, 100, 0)))
  const run = box('traf', box('tfhd', u32(0x020000, 1)), box('trun', u32(flags, MOST)))
  return Buffer.concat([
    addBox(video, ['moov'], defaults),
    box('moof', box('mfhd', u32(0, 1)), run),
  ])
}

export function nestBoxes(depth: number): Buffer {
  let inner = box('mdia')
  for (let level = 0; level < depth; level += 1) inner = box('mdia', inner)
  return addBox(makeVideo(), TRACK, inner)
}

export function addEmptyBoxes(count: number): Buffer {
  return addBox(makeVideo(), ['moov'], Buffer.concat(Array<Buffer>(count).fill(box('free'))))
}

/** An index of `bytes`. */
export function makeLargeIndex(bytes: number): Buffer {
  return addBox(makeVideo(), ['moov'], box('free', Buffer.alloc(bytes)))
}
