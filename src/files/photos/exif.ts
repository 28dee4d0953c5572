// Reads the EXIF data of a JPEG (CIPA DC-008): a TIFF structure, in its own order of bytes.

const SEGMENT_EXIF = 0xe1
const SEGMENT_SCAN = 0xda // the pictures begin: no EXIF follows
const EXIF_HEAD = 'Exif\0\0'
const ENTRY_BYTES = 12

export interface Exif {
  view: DataView
  start: number
  end: number
  isLittle: boolean
}

/** Null for a photo without EXIF data, and for every file that is not a JPEG. */
export function findExif(bytes: Uint8Array): Exif | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [mark, type] = [bytes[at], bytes[at + 1]]
    if (mark !== 0xff || type === SEGMENT_SCAN) return null
    const end = at + 2 + view.getUint16(at + 2)
    const start = at + 4 + EXIF_HEAD.length
    if (type === SEGMENT_EXIF && readText(view, at + 4, EXIF_HEAD.length) === EXIF_HEAD)
      return toExif(view, start, Math.min(end, bytes.length))
    at = end
  }
  return null
}

function toExif(view: DataView, start: number, end: number): Exif | null {
  return start + 8 > end ? null : { view, start, end, isLittle: view.getUint16(start) === 0x4949 }
}

/** Where the first directory is. */
export function findFirstDirectory({ view, start, isLittle }: Exif): number {
  return start + view.getUint32(start + 4, isLittle)
}

/** Where the value of this tag is, or its offset if it is longer than 4 bytes; null if the directory does not have it. */
export function findTag({ view, end, isLittle }: Exif, directory: number, tag: number) {
  if (directory + 2 > end) return null
  const count = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (at + ENTRY_BYTES > end) return null
    if (view.getUint16(at, isLittle) === tag) return at + 8
  }
  return null
}

/** Text of these bytes; shorter where the data ends. */
export function readText(view: DataView, at: number, length: number): string {
  const letters = Math.min(length, view.byteLength - at)
  if (letters <= 0) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, letters))
}
