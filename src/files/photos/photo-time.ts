import { readBytes } from '#src/files/readable-file.ts'
import { findExif, findFirstDirectory, findTag, readText } from './exif.ts'

const WITHIN_BYTES = 200_000 // JPEG: in front of the picture, beside a preview of at most 64 kB
const TAG_DIRECTORY = 0x8769
const TAG_TAKEN = 0x9003 // DateTimeOriginal, by the clock of the camera
const TAG_OFFSET = 0x9011 // OffsetTimeOriginal, which many cameras leave out
const TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/
const OFFSET = /^[+-]\d\d:\d\d/

/**
 * When a photo was taken, ISO 8601: by its EXIF data if it has a time, else when the device wrote the file. A time without an
 * offset is one of this device's time zone. Never later than `now`. @throws UnreadableFile
 */
export async function readTakenAt(file: File, now: number): Promise<string> {
  const taken = findTaken(await readBytes(file, 0, WITHIN_BYTES)) ?? file.lastModified
  return new Date(Number.isFinite(taken) ? Math.min(taken, now) : now).toISOString()
}

/** Epoch milliseconds; null without a valid time. */
function findTaken(bytes: Uint8Array): number | null {
  const exif = findExif(bytes)
  const pointer = exif && findTag(exif, findFirstDirectory(exif), TAG_DIRECTORY)
  if (!exif || pointer === null) return null
  const { view, start, isLittle } = exif
  const directory = start + view.getUint32(pointer, isLittle)
  const read = (tag: number, length: number) => {
    const at = findTag(exif, directory, tag)
    return at === null ? '' : readText(view, start + view.getUint32(at, isLittle), length)
  }
  const [, year, month, day, time] = TIME.exec(read(TAG_TAKEN, 19)) ?? []
  const [offset = ''] = OFFSET.exec(read(TAG_OFFSET, 6)) ?? []
  const taken = Date.parse(`${year}-${month}-${day}T${time}${offset}`)
  return Number.isNaN(taken) ? null : taken
}
