import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheetHere } from '#server/listings/import/files/sheet-reading.ts'
import { readPlain, writeCsvRow } from '#src/domain/export/csv-writing.ts'
import { EXPORT_FORMATS, type ListFile, writeTable } from '#src/domain/export/table-export.ts'
import { writeXlsx } from '#src/domain/export/xlsx-writing.ts'

const NOW = new Date('2026-11-29T06:00:00.000Z')

async function* partsOf<Row>(...parts: readonly (readonly Row[])[]) {
  yield* parts
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function readAgain(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const part of readSheetHere(bytes))
    if ('rows' in part) for (const { cells } of part.rows) rows.push([...cells])
  return rows
}

const TEXTS = [
  '=1+1',
  "'=1+1",
  '+91 98200-11223',
  '-5',
  '-A12',
  '@x',
  '\uff1dx',
  ' =x',
  'a\nb',
  'a,"b"',
  '_x0041_',
  '\u0001',
  '\u0958',
  '😀 <&>',
]

test.each(EXPORT_FORMATS)(
  'texts written as %s are read again unchanged by the import',
  async (format) => {
    const cell = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 20 }), async (texts) => {
        fc.pre(!texts.some((text) => /\0|\r/.test(text)))
        const rows = partsOf(texts.map((text, index) => ({ index, text })))
        const table: ListFile<{ index: number; text: string }> = {
          name: 'Rows',
          columns: [
            { name: 'Reference', of: ({ index }) => index + 1 },
            { name: 'Title', of: ({ text }) => text },
          ],
        }
        const file = writeTable(table, { format, seesDetails: true, rows, now: NOW })
        const [names, ...read] = await readAgain(await bytesOf(file))
        expect(names).toEqual(['Reference', 'Title'])
        // A reader leaves out what is empty behind the last cell.
        expect(read.map(([number, text = '']) => [number, text])).toEqual(
          texts.map((text, index) => [String(index + 1), text.trim() === '' ? '' : text]),
        )
      }),
      { numRuns: 60 },
    )
  },
)

test.each([
  ['=1', "'=1"],
  ['@x', "'@x"],
  ['\t=1', '"\'\t=1"'],
  ['+1+cmd|x', "'+1+cmd|x"],
  ['-SUM(A1)', "'-SUM(A1)"],
  ["'=1", "''=1"],
  ['\uff1d1', "'\uff1d1"],
  ['+91 98200-11223', '+91 98200-11223'],
  ['+919820011223', '+919820011223'],
  ['-4500000.5', '-4500000.5'],
  ['-REF_17', '-REF_17'],
  ["O'Brien", "O'Brien"],
])('the cell %j is written as %j', (cell, written) => {
  expect(writeCsvRow([cell])).toBe(`${written}\r\n`)
})

test('reading a written cell gives back every text', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("'", '=', '+', '-', 'A', '1', ' ', '@')), (letters) => {
      const cell = letters.join('')
      const written = writeCsvRow([cell]).slice(0, -2)
      expect(readPlain(written.replace(/^"|"$/g, ''))).toBe(cell)
    }),
  )
})

test.each([
  [0, ['sheet1']],
  [2, ['sheet1']],
  [3, ['sheet1', 'sheet2']],
  [5, ['sheet1', 'sheet2', 'sheet3']],
])('%i rows go to the sheets %j, if each has room for two', async (count, sheets) => {
  const rows = Array.from({ length: count }, (_, index) => [index])
  const file = await bytesOf(
    writeXlsx({ sheetName: 'A & B', names: ['n'], rows: partsOf(rows), now: NOW, maxRows: 3 }),
  )
  const files = unzipSync(file)
  const names = Object.keys(files).filter((name) => name.startsWith('xl/worksheets/'))
  expect(names).toEqual(sheets.map((name) => `xl/worksheets/${name}.xml`))
  const values = names.flatMap((name) =>
    [...strFromU8(files[name] ?? new Uint8Array()).matchAll(/<v>(\d+)<\/v>/g)].map(([, n]) =>
      Number(n),
    ),
  )
  expect(values).toEqual(rows.flat())
  expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('A &amp; B')
})

test('a row without a value has empty cells, and roles that do not see details do not get their columns', async () => {
  const table = {
    name: 'Rows',
    columns: [
      { name: 'A', of: () => null },
      { name: 'B', isDetail: true as const, of: () => 'secret' },
      { name: 'C', of: () => 1.5 },
    ],
  }
  const order = { format: 'csv' as const, seesDetails: false, rows: partsOf([{}]), now: NOW }
  expect((await bytesOf(writeTable(table, order))).toString()).toBe('\ufeffA,C\r\n,1.5\r\n')
})
