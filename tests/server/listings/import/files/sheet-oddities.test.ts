import { describe, expect, test } from 'vitest'
import { readSheetHere } from '#server/listings/import/files/sheet-reading.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import {
  wrapSheet,
  writeRelations,
  writeStrings,
  writeWorkbook,
  writeXlsx,
  writeXmlCell2,
} from '#tests/server/listings/import/sheet-files.ts'

// Single oddities of files. The files of the corpus are in sheet-corpus.test.ts.

async function read(bytes: Uint8Array | string) {
  const rows: SheetRow[] = []
  let facts: SheetFacts | undefined
  for await (const part of readSheetHere(Buffer.from(bytes)))
    if ('facts' in part) facts = part.facts
    else rows.push(...part.rows)
  return { rows, facts }
}

const readSecondRow = async (bytes: Uint8Array | string) => (await read(bytes)).rows[1]
const styled = (format: string, value: number, is1904 = false) =>
  writeXmlCell2(`<c r="A2" s="1"><v>${value}</v></c>`, { formats: [format], is1904 })

test.each([
  ['General', 1078.0000000000002, '1078'],
  ['General', 4.5e7, '45000000'],
  ['General', 98765432101234, '98765432101234'],
  ['0', 980.4, '980'],
  ['#,##0', 836_864, '836864'],
  ['#,##0.00', 4_500_000, '4500000.00'],
  ['[$₹-4009]\\ #,##0.00', 4_500_000, '₹ 4,500,000.00'],
  ['"Rs." #,##0', 4_500_000, 'Rs. 4500000'],
  ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', 4_500_000, '45,00,000'],
  ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', 12_500_000, '1,25,00,000'],
  ['0.00 "Lac"', 45, '45.00 Lac'],
  ['0 "sq m"', 91, '91 sq m'],
  ['0%', 0.45, '45%'],
  ['0.00E+00', 45_312_000, '45312000'],
  ['#,##0;(#,##0)', -45, '(45)'],
  ['000000', 7, '000007'],
  ['@', 1001, '1001'],
  ['[$-409]d-mmm-yy;@', 46_330, '2026-11-04'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46_330, '2026-11-04'],
  ['dd/mm/yyyy', 46_330.75, '2026-11-04'],
  ['m/d/yyyy h:mm AM/PM', 46_330.7708333333, '2026-11-04 18:30'],
  ['yyyy\\-mm\\-dd\\Thh:mm', 46_330.999999, '2026-11-05 00:00'],
  ['mmm-yy', 46_330, 'Nov-26'],
  ['d-mmm', 46_330, '4-Nov'],
  ['h:mm', 0.7708333333, '18:30'],
  ['[h]:mm', 1.0625, '25:30'],
])('a cell with the format %s and the value %d is read as "%s"', async (format, value, text) => {
  expect(await readSecondRow(styled(format, value))).toEqual({ row: 2, cells: [text] })
})

test('dates that count from 1904 are the same days', async () => {
  expect((await readSecondRow(styled('dd/mm/yyyy', 44_868, true)))?.cells).toEqual(['2026-11-04'])
})

test.each([
  ['a number that its format hides', ';;;', 45],
  ['a date before 1900', 'dd/mm/yyyy', -1],
  ['a date after 9999', 'dd/mm/yyyy', 1e9],
  ['a broken format', '[', 45],
])('a cell with %s is refused with its value', async (_, format, value) => {
  expect(await readSecondRow(styled(format, value))).toMatchObject({
    cells: [String(value)],
    flaws: [{ column: 0 }],
  })
})

test.each([
  [
    'a rich text',
    '<c t="inlineStr"><is><r><t>Flat </t></r><r><rPr><b/></rPr><t>4</t></r></is></c>',
    'Flat 4',
  ],
  [
    'a text with a phonetic hint',
    '<c t="inlineStr"><is><t>Flat</t><rPh><t>x</t></rPh></is></c>',
    'Flat',
  ],
  ['an escape', '<c t="inlineStr"><is><t>a_x000A_b_x005F_x0041_</t></is></c>', 'a\nb_x0041_'],
  ['CDATA', '<c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
  ['NUL', '<c t="inlineStr"><is><t>a_x0000_b</t></is></c>', 'a\ufffdb'],
  ['half a character', '<c t="inlineStr"><is><t>a_xD83D_b</t></is></c>', 'a\ufffdb'],
  ['a guarded text', "<c t='inlineStr'><is><t>'-42</t></is></c>", '-42'],
  ['a boolean', '<c t="b"><v>1</v></c>', 'TRUE'],
  ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
  ['a day in ISO 8601', '<c t="d"><v>2026-11-04</v></c>', '2026-11-04'],
  ['the text of a formula', '<c t="str"><f>A1</f><v>x</v></c>', 'x'],
])('a cell with %s is read as a person sees it', async (_, cell, text) => {
  expect(await readSecondRow(writeXmlCell2(cell))).toEqual({ row: 2, cells: [text] })
})

test('a formula that shows nothing is empty, and one without a stored result is refused', async () => {
  const rows = [
    '<c t="str"><f>""</f><v></v></c><c t="inlineStr"><is><t>x</t></is></c>',
    '<c><f>B1*2</f></c>',
    '<c><f>B1*2</f><v/></c>',
  ]
  const [empty, ...without] = await Promise.all(
    rows.map((cells) => readSecondRow(writeXmlCell2(cells))),
  )
  expect(empty).toEqual({ row: 2, cells: ['', 'x'] })
  for (const row of without)
    expect(row).toMatchObject({
      cells: ['#N/A'],
      flaws: [{ column: 0, error: expect.stringContaining('“=B1*2” has no stored result') }],
    })
})

test('a sheet is found by its relation, hidden columns and rows are noted, and shared texts are read', async () => {
  const sheet = wrapSheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="5"><c r="A5" t="s"><v>9</v></c></row><row r="6"/>',
    '<mergeCells count="1"><mergeCell ref="A5:A7"/></mergeCells>',
  ).replace('<sheetData>', '<cols><col min="2" max="3" hidden="1"/></cols><sheetData>')
  const file = writeXlsx([], {
    'xl/workbook.xml': writeWorkbook([
      { name: 'Lists', state: 'veryHidden' },
      { name: 'Flats' },
      { name: 'Notes' },
    ]),
    'xl/_rels/workbook.xml.rels': writeRelations(['a.xml', '/xl/worksheets/b.xml', 'c.xml']),
    'xl/worksheets/b.xml': sheet,
    'xl/sharedStrings.xml': writeStrings(['<t>Ref</t>', '<r><t>Ci</t></r><r><t>ty</t></r>']),
  })
  const { rows, facts } = await read(file)
  expect(rows).toMatchObject([
    { row: 1, cells: ['Ref', '', 'City'] },
    { row: 5, cells: ['#N/A'], flaws: [{ error: expect.stringContaining('missing in the file') }] },
  ])
  expect(facts).toMatchObject({
    sheet: 'Flats',
    otherSheets: ['Lists', 'Notes'],
    hiddenRows: 1,
    blankRows: 1,
    hiddenColumns: [1, 2],
    merges: ['A5:A7'],
  })
})

test('a cell in the last column is kept behind those that can have names, and refuses its row', async () => {
  const row = await readSecondRow(writeXmlCell2('<c r="A2"><v>1</v></c><c r="XFD2"><v>2</v></c>'))
  expect(row?.cells).toHaveLength(201)
  expect(row).toMatchObject({ flaws: [{ column: null, error: expect.stringContaining('XFD') }] })
})

describe('CSV:', () => {
  test.each([
    ['a quote inside a cell', 'ref,text\n1,6" slab', ['1', '6" slab']],
    ['two quotes in quotes', 'ref,text\n1,"6"" slab"', ['1', '6" slab']],
    ['a delimiter in quotes', 'ref;text\n1;"a;b"', ['1', 'a;b']],
    ['a tab in quotes', 'ref,text\n1,"a\tb"', ['1', 'a\tb']],
    ['lines in quotes', 'ref,text\r\n1,"a\r\nb"\r\n', ['1', 'a\r\nb']],
    ['a number that keeps its zeros', 'ref,text\n"=""007""",b', ['007', 'b']],
    ['one column', 'ref\n1', ['1']],
    ['a byte order mark inside', 'ref,text\n\ufeff1,b', ['\ufeff1', 'b']],
    ['a line for Excel in quotes', '"sep=;"\nref;text\n1;b', ['1', 'b']],
    ['UTF-16, big endian', Buffer.from('\ufeffref\ttext\n1\tअ', 'utf16le').swap16(), ['1', 'अ']],
    ['carriage returns alone', 'ref,text\r1,b\r', ['1', 'b']],
  ])('%s', async (_, file, cells) => {
    expect(await readSecondRow(file)).toEqual({ row: 2, cells })
  })

  test.each([
    ['text behind a closing quote', 'ref,text\n1,"Big" flat', '"Big" flat'],
    ['a quote that was not doubled', 'ref,text\n1,"6" slab"', '"6" slab"'],
    ['a quote behind a space', 'ref,text\n1, "a"', ' "a"'],
  ])('%s refuses the row and keeps its text', async (_, file, text) => {
    expect(await readSecondRow(`${file}\n2,b`)).toMatchObject({
      cells: ['1', text],
      flaws: [{ column: null, error: expect.stringContaining('B2') }],
    })
    expect((await read(`${file}\n2,b`)).rows[2]).toEqual({ row: 3, cells: ['2', 'b'] })
  })

  test('a formula refuses its cell, unless an apostrophe makes it a text', async () => {
    expect(await readSecondRow('ref,text\n1,=A1*2')).toMatchObject({
      cells: ['1', '=A1*2'],
      flaws: [{ column: 1 }],
    })
    expect(await readSecondRow("ref,text\n'-42,'=A1*2")).toEqual({
      row: 2,
      cells: ['-42', '=A1*2'],
    })
  })

  test('line ends may differ from row to row', async () => {
    const { rows } = await read('ref,text\r\n1,a\n2,b\r3,"c"\r\n4,d')
    expect(rows.map(({ cells }) => cells[0])).toEqual(['ref', '1', '2', '3', '4'])
  })
})
