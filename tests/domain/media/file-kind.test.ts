import { expect, test } from 'vitest'
import { describeOtherFile, type FileKind, findFileKind } from '#src/domain/media/file-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const ftyp = (brand: string) => `\0\0\0\x20ftyp${brand}\0\0\x02\0isommp41`

test.each<[start: string, FileKind]>([
  [ftyp('qt  '), 'movie'],
  [ftyp('3gp4'), 'movie'],
  [ftyp('XAVC'), 'movie'],
  [ftyp('isom'), 'mp4'],
  [ftyp('heic'), 'heic'],
  [ftyp('heix'), 'heic'],
  [ftyp('hevc'), 'heic'],
  [ftyp('mif1'), 'heic'],
  [ftyp('avif'), 'avif'],
  [ftyp('M4A '), 'sound'],
  ['\0\0\x10\0moov\0\0\0\x6cmvhd', 'old-movie'],
  ['\0\0\0\x08wide\x01\0\0\0mdat', 'old-movie'],
  ['\x01\0\0\0mdat', 'old-movie'],
  ['II*\0', 'tiff'],
  ['RIFF\x24\x01\0\0AVI LIST', 'avi'],
  ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x88matroska', 'mkv'],
  ['%PDF-1.7', 'pdf'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknown'],
  ['', 'unknown'],
])('%j begins a file of the kind %s', (start, kind) => {
  expect(findFileKind(bytes(start))).toBe(kind)
})

test('a refusal names what the file is, what was wanted, and the way out', () => {
  expect(describeOtherFile('pdf')).toBe(
    'This is a PDF document, not a photo (JPEG, PNG, WebP, AVIF) or a video (MP4, MOV). Choose one of these formats.',
  )
  expect(describeOtherFile('mp4', 'photo')).toContain('This is a video, not a photo')
  expect(describeOtherFile('heic', 'photo')).toContain('Save it as JPEG')
  expect(describeOtherFile('heic', 'video')).toContain('not a video (MP4, MOV)')
  expect(describeOtherFile('old-movie', 'video')).toContain('Export it as MP4')
  expect(describeOtherFile('unknown', 'video')).toBe('This is not a video (MP4, MOV).')
})
