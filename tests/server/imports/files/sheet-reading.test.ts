// @module-tag slow
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCsv } from '#server/imports/files/csv-reading.ts'
import { readPlain, writeCsvRow } from '#server/imports/files/csv-writing.ts'
import { SHEET_JOB } from '#server/imports/files/sheet-job.ts'
import { MAX_FILE_BYTES } from '#server/imports/files/sheet-limits.ts'
import { readSheetHere } from '#server/imports/files/sheet-reading.ts'
import type { SheetPart, SheetRow } from '#server/imports/files/sheet-row.ts'
import { parseParts } from '#server/parsing/parsing-service.ts'
import {
  COLUMNS,
  makeCells,
  wrapSheet,
  writeCsv,
  writeXlsx,
} from '#tests/server/imports/sheet-files.ts'

async function read(bytes: Uint8Array | string, reader = readSheetHere) {
  const parts: SheetPart[] = []
  for await (const part of reader(Buffer.from(bytes))) parts.push(part)
  const [names, ...rest] = parts
  return {
    columns: names && 'columns' in names ? names.columns : [],
    rows: rest.flatMap((part): SheetRow[] => ('rows' in part ? part.rows : [])),
  }
}

/** Reads the file in a separate process, as the server does. */
const readApart = (bytes: Buffer) => parseParts(SHEET_JOB, bytes, { person: 'asha' })

const ROWS = [makeCells('a'), makeCells('b;"c', { Title: 'Flat, "sunny"\nwith a view' })]
const READ = {
  columns: COLUMNS,
  rows: ROWS.map((cells, index) => ({ row: index + 2, cells })),
}

test.each([
  ['commas', writeCsv(ROWS)],
  ['semicolons', writeCsv(ROWS, { delimiter: ';' })],
  ['a BOM', writeCsv(ROWS, { bom: true })],
  ['an XLSX sheet', writeXlsx(ROWS)],
])('a file with %s is read with the row numbers that a spreadsheet shows', async (_, file) => {
  expect(await read(file)).toEqual(READ)
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
  expect(sizes).toEqual([...Array(19).fill(3), 50, 13])
})

test('a file is read with the same result in a separate process', async () => {
  expect(await read(writeXlsx(ROWS), readApart)).toEqual(READ)
  await expect(read(XLSX.slice(0, 4), readApart)).rejects.toThrow('damaged')
})

test('empty rows are left out, but count for the row numbers', async () => {
  expect((await read('ref,city\n\n,\na,Pune\n')).rows).toEqual([{ row: 4, cells: ['a', 'Pune'] }])
})

test('a formula is read as its text from CSV, and as its last result from a sheet', async () => {
  const formula = '=HYPERLINK("https://evil.example")'
  expect((await read(writeCsv([makeCells(formula)]))).rows[0]?.cells[0]).toBe(formula)
  const sheet = wrapSheet(
    '<row r="1"><c r="A1" t="str"><v>Ref</v></c></row><row r="2"><c r="A2" t="str"><f>CONCAT("x")</f><v>x</v></c></row>',
  )
  const rows = (await read(writeXlsx([], { 'xl/worksheets/sheet1.xml': sheet }))).rows
  expect(rows).toEqual([{ row: 2, cells: ['x'] }])
})

const XLSX = writeXlsx(ROWS)
const BOMB = zipSync({
  'xl/workbook.xml': new Uint8Array(1),
  'xl/worksheets/sheet1.xml': new Uint8Array(201_000_000),
})

describe('a hostile or damaged file is refused with an error message:', () => {
  test.each([
    ['an empty one', '', 'The file is empty.'],
    ['one without rows', 'ref,city\n', 'no rows below'],
    ['one without column names', ',,\na,b', 'no names of columns'],
    ['one that is too large', new Uint8Array(MAX_FILE_BYTES + 1), 'larger than 20 MB'],
    ['too many rows', `ref\n${'a\n'.repeat(50_001)}`, 'more than 50,000 rows'],
    ['too many columns', `${'a,'.repeat(200)}a\nb`, 'more than 200 columns'],
    ['a huge row', `a,b,c,d\n${`${'x'.repeat(30_000)},`.repeat(4)}`, 'too long'],
    ['a quote that never closes', `ref\n"${'x'.repeat(2_000_000)}`, 'quote that does not close'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]), 'no text in UTF-8'],
    ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'no text in UTF-8'],
    ['text with NUL', 'ref\na\0b', 'no text in UTF-8'],
    ['another archive', zipSync({ 'a.txt': new Uint8Array(3) }), 'no XLSX file'],
    ['a truncated one', XLSX.slice(0, XLSX.length / 2), 'Save the file again'],
    ['the first bytes of an archive only', XLSX.slice(0, 4), 'damaged'],
    ['a zip bomb', BOMB, 'more than 200 MB unpacked'],
    [
      'broken XML, unless it is read in part',
      writeXlsx(ROWS, { 'xl/worksheets/sheet1.xml': '<worksheet><' }),
      '',
    ],
    [
      'an entity bomb, unless it is read unexpanded',
      writeXlsx(ROWS, { 'xl/worksheets/sheet1.xml': makeEntityBomb() }),
      '',
    ],
  ])('%s', async (_, file, sentence) => {
    if (sentence !== '') return expect(read(file)).rejects.toThrow(sentence)
    // Broken XML and an entity bomb are either refused, or read without expanding entities.
    const rows = await read(file).then(
      (sheet) => sheet.rows,
      (error: Error) => error.name,
    )
    expect(rows === 'SheetRefusal' || JSON.stringify(rows).length < 10_000).toBe(true)
  })
})

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

test('no written cell begins like a formula, and reading removes the added apostrophe', () => {
  const cell = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string())
      .map((two) => two.join('')),
  )
  const names = ['a', 'b']
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 2 }), (cells) => {
      fc.pre(!cells.some((text) => text.includes('\0')))
      const file = Buffer.from(writeCsvRow(names) + writeCsvRow(cells))
      const [, shown = []] = parse(file) as string[][]
      expect(shown.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
      expect(readCsv(file)).toEqual([names, cells.map(readPlain)])
    }),
  )
})
