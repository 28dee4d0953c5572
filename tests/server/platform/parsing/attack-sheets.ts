import { zipSync } from 'fflate'
import {
  COLUMNS,
  makeCells,
  wrapSheet,
  writeXlsx,
} from '#tests/server/listings/import/sheet-files.ts'

/** An XLSX file with two listings: one in row 2, and one in the last possible row, both with a cell in the last column. */
export function makeFarSheet(): Buffer {
  const cell = (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const letters = (index: number) => String.fromCharCode(65 + index)
  const row = (cells: readonly string[], number: number) =>
    cells.map((text, index) => cell(`${letters(index)}${number}`, text)).join('')
  const sheet = wrapSheet(
    `<row r="1">${row(COLUMNS, 1)}</row><row r="2">${row(makeCells('a'), 2)}${cell('XFD2', 'far')}</row>` +
      `<row r="1048576">${cell('A1048576', 'b')}${cell('XFD1048576', 'far')}</row>`,
  )
  return Buffer.from(writeXlsx([], { 'xl/worksheets/sheet1.xml': sheet }))
}

/** A sheet of 300 MB whose archive claims, in both of its headers, that it has 1,000 bytes. */
export function makeLyingArchive(): Buffer {
  const archive = Buffer.from(
    zipSync({
      'xl/workbook.xml': new Uint8Array(1),
      'xl/worksheets/sheet1.xml': new Uint8Array(300_000_000),
    }),
  )
  for (let at = archive.indexOf(UNPACKED); at >= 0; at = archive.indexOf(UNPACKED, at + 4))
    archive.writeUInt32LE(1_000, at)
  return archive
}

const UNPACKED = Buffer.from(Uint32Array.of(300_000_000).buffer)
