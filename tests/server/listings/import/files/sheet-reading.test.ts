// @module-tag long

import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCsv } from '#server/listings/import/files/csv-reading.ts'
import { SHEET_JOB } from '#server/listings/import/files/sheet-job.ts'
import { MAX_FILE_BYTES } from '#server/listings/import/files/sheet-limits.ts'
import { readSheetHere } from '#server/listings/import/files/sheet-reading.ts'
import { SheetRefusal } from '#server/listings/import/files/sheet-row.ts'
import { parseParts } from '#server/platform/parsing/parsing-service.ts'
import { writeCsvRow } from '#src/domain/export/csv-writing.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import {
  COLUMNS,
  makeCells,
  wrapSheet,
  writeCsv,
  writeRelations,
  writeStrings,
  writeXlsx,
} from '#tests/server/listings/import/sheet-files.ts'

async function read(bytes: Uint8Array | string, reader = readSheetHere) {
  const rows: SheetRow[] = []
  let facts: SheetFacts | undefined
  for await (const part of reader(Buffer.from(bytes)))
    if ('facts' in part) facts = part.facts
    else rows.push(...part.rows)
  return { rows, facts }
}

/** Reads the file in a separate process, as the server does. */
const readApart = (bytes: Buffer) => parseParts(SHEET_JOB, bytes, { person: 'asha' })

const ROWS = [makeCells('a'), makeCells('b;"c', { Title: 'Flat, "sunny"\nwith a view' })]
const READ = [COLUMNS, ...ROWS].map((cells, index) => ({ row: index + 1, cells }))

test.each([
  ['commas', writeCsv(ROWS)],
  ['semicolons', writeCsv(ROWS, { delimiter: ';' })],
  ['a BOM', writeCsv(ROWS, { bom: true })],
  ['an XLSX sheet', writeXlsx(ROWS)],
])('a file with %s is read with the row numbers that a spreadsheet shows', async (_, file) => {
  expect((await read(file)).rows).toEqual(READ)
})

test('rows are read in chunks of at most 50 rows and 1 MB, which fit in a database row that a restore accepts', async () => {
  const long = Array.from({ length: 60 }, (_, nth) => `${nth},${'\u0001'.repeat(32_000)}`)
  const short = Array.from({ length: 60 }, (_, nth) => `${nth},short`)
  const sizes: number[] = []
  for await (const part of readSheetHere(Buffer.from(['ref,city', ...long, ...short].join('\n')))) {
    if (!('rows' in part)) continue
    sizes.push(part.rows.length)
    expect(Buffer.byteLength(JSON.stringify(part.rows))).toBeLessThan(1_000_000)
  }
  expect(sizes).toEqual([4, ...Array(18).fill(3), 50, 13])
})

test('a file is read with the same result in a separate process', async () => {
  expect(await read(writeXlsx(ROWS), readApart)).toEqual(await read(writeXlsx(ROWS)))
  await expect(read(XLSX.slice(0, 4), readApart)).rejects.toThrow('damaged')
})

test('empty rows are left out and counted, also for the row numbers', async () => {
  const { rows, facts } = await read('ref,city\n\n,\na,Pune\n , \n')
  expect(rows).toEqual([
    { row: 1, cells: ['ref', 'city'] },
    { row: 4, cells: ['a', 'Pune'] },
  ])
  expect(facts).toMatchObject({ rows: 2, blankRows: 3, hiddenRows: 0 })
})

const SHEET = 'xl/worksheets/sheet1.xml'
const XLSX = writeXlsx(ROWS)
const BOMB = writeXlsx([], { [SHEET]: wrapSheet(' '.repeat(201_000_000)) })

describe('a hostile or damaged file is refused with an error message:', () => {
  test.each([
    ['an empty one', '', 'The file is empty.'],
    ['one without rows', 'ref,city\n', 'no rows below'],
    ['one without any text', ',,\n,', 'no names of columns'],
    ['a sheet without any text', writeXlsx([], { [SHEET]: wrapSheet('') }), '“Flats” is empty'],
    ['one that is too large', new Uint8Array(MAX_FILE_BYTES + 1), 'larger than 20 MB'],
    ['too many rows', `ref\n${'a\n'.repeat(50_001)}`, 'more than 50,000 rows'],
    ['too many columns', `${'a,'.repeat(200)}a\nb`, 'more than 200 columns'],
    ['a huge row', `a,b,c,d\n${`${'x'.repeat(30_000)},`.repeat(4)}`, 'too long'],
    [
      'a quote that never closes',
      `ref\n"${'x'.repeat(2_000_000)}`,
      'Row 2 has a quote that does not close',
    ],
    ['a quote that closes lines later', 'ref,city\na,"Pune\nb,"Goa"\nc,Agra', 'Row 2 has a quote'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]), 'no text in UTF-8'],
    ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old Excel file'],
    ['text with NUL', 'ref\na\0b', 'no text in UTF-8: see line 2'],
    ['UTF-16 without a byte order mark', Buffer.from('ref\na', 'utf16le'), 'UTF-8: see line 1'],
    [
      'UTF-16 with half a character',
      new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]),
      'UTF-16',
    ],
    ['a web page', '\n <!-- x --><Table><tr><td>ref</td></tr></table>', 'HTML'],
    ['a web page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'HTML'],
    ['a web archive', 'MIME-Version: 1.0\nContent-Type: text/html', 'HTML'],
    ['a workbook in plain XML', '<?xml version="1.0"?><Workbook/>', 'This file is XML'],
    ['an XLSB file', zipSync({ 'xl/workbook.bin': new Uint8Array(3) }), 'an XLSB file'],
    ['an OpenDocument file', zipSync({ 'content.xml': new Uint8Array(3) }), 'OpenDocument'],
    ['another archive', zipSync({ 'a.txt': new Uint8Array(3) }), 'no XLSX file'],
    ['a truncated one', XLSX.slice(0, XLSX.length / 2), 'damaged'],
    ['the first bytes of an archive only', XLSX.slice(0, 4), 'damaged'],
    ['a zip bomb', BOMB, 'more than 200 MB unpacked'],
    ['broken XML', writeXlsx(ROWS, { [SHEET]: '<worksheet><' }), 'damaged'],
    ['an entity bomb', writeXlsx(ROWS, { [SHEET]: makeEntityBomb() }), 'damaged'],
    ['deep XML', writeXlsx(ROWS, { [SHEET]: '<a>'.repeat(1_000_000) }), 'damaged'],
    ['rows twice', writeXlsx([], { [SHEET]: wrapSheet(`${REF_ROW}${REF_ROW}`) }), 'damaged'],
    ['too many merged cells', writeXlsx(ROWS, { [SHEET]: makeMerges() }), 'merged cells'],
    ['a text that many cells use', writeXlsx([], makeTextBomb()), 'texts of the file are too long'],
  ])('%s', async (_, file, sentence) => {
    const error = await read(file).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(SheetRefusal)
    expect(error.message).toContain(sentence)
  })
})

const REF_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>ref</t></is></c></row>'

function makeMerges(): string {
  return wrapSheet(REF_ROW, `<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(10_001)}</mergeCells>`)
}

/** Each of the rows has the same shared text three times: 2 GB of text in a few kilobytes. */
function makeTextBomb(): Record<string, string> {
  const cells = '<c t="s"><v>0</v></c>'.repeat(3)
  return {
    [SHEET]: wrapSheet(`${REF_ROW}${`<row>${cells}</row>`.repeat(20_000)}`),
    'xl/sharedStrings.xml': writeStrings([`<t>${'x'.repeat(32_000)}</t>`]),
    'xl/_rels/workbook.xml.rels': writeRelations(['worksheets/sheet1.xml']),
  }
}

/** The "billion laughs" attack: nested XML entities that expand to 10^9 words. */
function makeEntityBomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}]>${wrapSheet(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>ref</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>&e9;</t></is></c></row>',
  )}`
}

test('no written cell is a formula that can do anything, and reading removes the added apostrophe', () => {
  const cell = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string())
      .map((two) => two.join('')),
  )
  const names = ['Reference', 'Title']
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 2 }), (cells) => {
      fc.pre(!cells.some((text) => text.includes('\0')))
      const file = Buffer.from(writeCsvRow(names) + writeCsvRow(cells))
      const [, shown = []] = parse(file) as string[][]
      expect(shown.filter((text) => /^[=@\t\r]/.test(text))).toEqual([])
      const signed = shown.filter((text) => /^[+-]/.test(text))
      expect(signed.filter((text) => !/^.[\p{L}\d\s().,/_-]*$/u.test(text))).toEqual([])
      const [, read] = [...readCsv(file, () => undefined).rows]
      expect(read?.flaws).toEqual([])
      expect(read?.cells).toEqual(cells)
    }),
  )
})

test.each([
  [['=', '=;;']],
  [['', ';;']],
  [['', '=;;#']],
  [['a\tb\tc', ';']],
  [['5;6;7', '5" pipe; 6" pipe']],
])('cells with other delimiters are read with the delimiter of all rows: %j', (cells) => {
  const file = Buffer.from(writeCsvRow(['a', 'b']) + writeCsvRow(cells))
  const [, read] = [...readCsv(file, () => undefined).rows]
  expect(read?.cells).toEqual(cells)
})
