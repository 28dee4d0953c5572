// The tables of an MP4 file that hold a number of entries (ISO/IEC 14496-12). Readers believe that number, and make as
// many entries as it says: a file of 700 bytes could name four billion.

/** Behind the head of a box: version, flags, and what the type defines. */
export interface Table {
  type: string
  content: Buffer
}

/** What an index claims about its samples, over all boxes of the file or of one track. */
export interface Claims {
  /** Samples by their times (`stts`), and by the shifts of their times (`ctts`). */
  timed: number
  shifted: number
  /** Samples in fragments (`trun`). */
  inFragments: number
  /** Places in the file (`stco`, `co64`), and the highest number of one that is used (`stsc`). */
  places: number
  highestPlace: number
}

const U32 = 4

/** Where the number of entries is, and the bytes of an entry. */
interface Layout {
  countAt: number
  entryBytes: number
}

/** Null for a box without a number of entries. */
function findLayout({ type, content }: Table): Layout | null {
  const version = content[0] ?? 0
  const isLong = version === 1
  const flags = content.length >= U32 ? content.readUIntBE(1, 3) : 0
  switch (type) {
    case 'stts':
    case 'ctts':
    case 'co64':
    case 'stsh':
      return { countAt: 4, entryBytes: 8 }
    case 'stss':
    case 'stco':
      return { countAt: 4, entryBytes: 4 }
    case 'stsc':
      return { countAt: 4, entryBytes: 12 }
    case 'elst':
      return { countAt: 4, entryBytes: isLong ? 20 : 12 }
    case 'stsd':
    case 'dref':
    case 'keys':
      return { countAt: 4, entryBytes: 8 } // each entry is a box
    case 'stsz':
      return { countAt: 8, entryBytes: readNumber(content, 4) === 0 ? 4 : 0 }
    case 'stz2':
      return { countAt: 8, entryBytes: (content[7] ?? 0) / 8 }
    case 'sbgp':
      return { countAt: isLong ? 12 : 8, entryBytes: 8 }
    case 'saiz':
      return layoutOfSizes(content, flags)
    case 'saio':
      return { countAt: (flags & 1) === 1 ? 12 : 4, entryBytes: isLong ? 8 : 4 }
    case 'tfra':
      return { countAt: 12, entryBytes: isLong ? 19 : 11 }
    case 'trun':
      return { countAt: 4, entryBytes: bytesOfRun(flags) }
    default:
      return null
  }
}

/** `saiz` has one size for all samples, or a byte for each. */
function layoutOfSizes(content: Buffer, flags: number): Layout {
  const sizeAt = (flags & 1) === 1 ? 12 : 4
  return { countAt: sizeAt + 1, entryBytes: content[sizeAt] === 0 ? 1 : 0 }
}

/** Each of four flags adds a number to every entry. */
function bytesOfRun(flags: number): number {
  return [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * U32
}

/** Whether a table has the bytes for as many entries as it says. True for other boxes. */
export function isHonest(table: Table): boolean {
  const layout = findLayout(table)
  if (!layout) return true
  const { countAt, entryBytes } = layout
  const room = table.content.length - countAt - U32
  return room >= 0 && readNumber(table.content, countAt) * entryBytes <= room
}

/** Adds what an honest table claims. */
export function addClaims(claims: Claims, { type, content }: Table): void {
  const count = readNumber(content, 4)
  if (type === 'stts') claims.timed += sumCounts(content, count)
  if (type === 'ctts') claims.shifted += sumCounts(content, count)
  if (type === 'trun') claims.inFragments += count
  if (type === 'stco' || type === 'co64') claims.places += count
  if (type === 'stsc')
    for (let nth = 0; nth < count; nth += 1)
      claims.highestPlace = Math.max(claims.highestPlace, readNumber(content, 8 + nth * 12))
}

function sumCounts(content: Buffer, count: number): number {
  let sum = 0
  for (let nth = 0; nth < count; nth += 1) sum += readNumber(content, 8 + nth * 8)
  return sum
}

function readNumber(content: Buffer, at: number): number {
  return content.length >= at + U32 ? content.readUInt32BE(at) : 0
}
