import { File as NodeFile } from 'node:buffer'
import { expect, test } from 'vitest'
import { readTakenAt } from '#src/files/photos/photo-time.ts'

const NOW = Date.parse('2026-03-02T12:00:00.000Z')
const WRITTEN = Date.parse('2026-03-02T09:00:00.000Z')

/** A JPEG whose EXIF data has these texts, as cameras write them: a directory that a tag of the first one points to. */
function makePhoto(texts: Readonly<Record<number, string>>, isLittle = false): File {
  const entries = Object.entries(texts)
  const tiff = new DataView(new ArrayBuffer(200 + entries.length * 40))
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  tiff.setUint16(2, 42, isLittle)
  tiff.setUint32(4, 8, isLittle)
  writeEntry(8, 0, [0x8769, 4, 1, 30])
  tiff.setUint16(8, 1, isLittle)
  tiff.setUint16(30, entries.length, isLittle)
  let textAt = 150
  for (const [index, [tag, text]] of entries.entries()) {
    writeEntry(30, index, [Number(tag), 2, text.length, textAt])
    for (const [place, letter] of [...text].entries())
      tiff.setUint8(textAt + place, letter.charCodeAt(0))
    textAt += text.length
  }
  const length = tiff.byteLength + 8
  const head = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, 0x45, 0x78, 0x69, 0x66, 0, 0]
  return toFile([new Uint8Array(head), new Uint8Array(tiff.buffer)])

  function writeEntry(directory: number, index: number, [tag = 0, type = 0, count = 0, value = 0]) {
    const at = directory + 2 + index * 12
    tiff.setUint16(at, tag, isLittle)
    tiff.setUint16(at + 2, type, isLittle)
    tiff.setUint32(at + 4, count, isLittle)
    tiff.setUint32(at + 8, value, isLittle)
  }
}

function toFile(parts: BlobPart[]): File {
  // Node's, because jsdom's cannot be read in parts.
  return new NodeFile(parts as never, 'photo.jpg', { lastModified: WRITTEN }) as unknown as File
}

test.each([false, true])(
  'the time of a photo is that of its EXIF data, with its offset (little-endian: %s)',
  async (isLittle) => {
    const photo = makePhoto({ 36867: '2026:03:01 14:00:00\0', 36881: '+05:30\0' }, isLittle)
    expect(await readTakenAt(photo, NOW)).toBe('2026-03-01T08:30:00.000Z')
  },
)

test('a time without an offset is one of the time zone of this device', async () => {
  const photo = makePhoto({ 36867: '2026:03:01 14:00:00\0' })
  const local = new Date('2026-03-01T14:00:00').toISOString()
  expect(await readTakenAt(photo, NOW)).toBe(local)
})

test.each([
  ['no EXIF data', toFile([new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2])])],
  ['a time that is none', makePhoto({ 36867: '0000:00:00 00:00:00\0' })],
  ['no time', makePhoto({ 36881: '+05:30\0' })],
  ['another format', toFile(['RIFF....WEBP'])],
  [
    'EXIF data that is cut off',
    toFile([makePhoto({ 36867: '2026:03:01 14:00:00\0' }).slice(0, 40)]),
  ],
])('the time of a photo with %s is that of the file', async (_, photo) => {
  expect(await readTakenAt(photo, NOW)).toBe('2026-03-02T09:00:00.000Z')
})

test('no photo is later than now, whatever the clock of the camera says', async () => {
  const photo = makePhoto({ 36867: '2027:03:01 14:00:00\0', 36881: '+00:00\0' })
  expect(await readTakenAt(photo, NOW)).toBe(new Date(NOW).toISOString())
})
