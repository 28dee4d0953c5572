import { expect, test } from 'vitest'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** The first box (the file type) of an MP4, AVIF or other ISO media file. */
const ftyp = (brand: string) => latin1(`\0\0\0\x1cftyp${brand}\0\0\x02\0isomavifmp41`)
const ebml = (docType: string) =>
  latin1(`\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82${docType}`)

test.each<[string, Buffer, string]>([
  ['JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg'],
  ['JPEG from a camera', latin1('\xff\xd8\xff\xe1\x1f\xfeExif'), 'image/jpeg'],
  ['PNG', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'image/png'],
  ['GIF of 1987', latin1('GIF87a\x01\0\x01\0'), 'image/gif'],
  ['GIF', latin1('GIF89a\x01\0\x01\0'), 'image/gif'],
  ['WebP', latin1('RIFF\x24\x01\0\0WEBPVP8X'), 'image/webp'],
  ['AVIF', ftyp('avif'), 'image/avif'],
  ['animated AVIF', ftyp('avis'), 'image/avif'],
  ...['isom', 'iso2', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'cmfc', 'M4V ', 'MSNV'].map(
    (brand): [string, Buffer, string] => [`MP4 (${brand})`, ftyp(brand), 'video/mp4'],
  ),
  ['WebM', ebml('\x84webm'), 'video/webm'],
  ['WebM with a padded DocType', ebml('\x85webm\0'), 'video/webm'],
])('%s is recognised by its first bytes', (_, head, type) => {
  expect(findMediaType(head)).toBe(type)
})

test.each<[string, string]>([
  ['an empty file', ''],
  ['text', 'just a note'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['HTML behind a space', ' <html>'],
  ['HTML with a JPEG later on', '<html>\xff\xd8\xff'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['XML', '<?xml version="1.0"?><svg/>'],
  ['a script', 'alert(1)'],
  ['PDF', '%PDF-1.7'],
  ['ZIP', 'PK\x03\x04'],
  ['a database', 'SQLite format 3\0'],
  ['two bytes of a JPEG', '\xff\xd8'],
  ['a PNG whose line ends were converted', '\x89PNG\n\x1a\n'],
  ['a later GIF', 'GIF90a'],
  ['WAV', 'RIFF\x24\x01\0\0WAVEfmt '],
  ['a signature that is not at the start', ' GIF89a'],
  ['a page that mentions the box of an MP4', '<p> ftypisom'],
  ['a box that is not the first', '\0\0\0\x08wide\0\0\0\x1cftypisom'],
  ['Matroska', ebml('\x88matroska').toString('latin1')],
  ['EBML without a DocType', '\x1aE\xdf\xa3'],
  ...['heic', 'heix', 'mif1', 'qt  ', '3gp4', 'M4A ', 'crx '].map((brand): [string, string] => [
    `an ISO file of the brand "${brand}"`,
    ftyp(brand).toString('latin1'),
  ]),
])('%s has no media type, so it is not served', (_, head) => {
  expect(findMediaType(latin1(head))).toBeNull()
})
