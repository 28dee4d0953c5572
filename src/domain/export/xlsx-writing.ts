import { writePlain } from './csv-writing.ts'
import { type DeflateBlocks, type ZippedFile, zip } from './zip-stream.ts'

// Writes XLSX (ECMA-376) row by row: one sheet, and another one when it is full. Texts are stored as texts, which no
// program runs as formulas, so they stay as they are.

export type ExportCell = string | number | null

const MAX_ROWS = 1_048_576 // of a sheet
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface XlsxTable {
  sheetName: string
  names: readonly string[]
  /** The rows in parts, which are read one after the other. */
  rows: AsyncIterable<readonly (readonly ExportCell[])[]>
  now: Date
  deflate?: DeflateBlocks | undefined
  /** Rows of a sheet, with the names. */
  maxRows?: number
}

/** The bytes of the file. Holds one part of the rows in memory at a time. */
export function writeXlsx(table: XlsxTable): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  return zip(listFiles(table), table)
}

function* listFiles({
  sheetName,
  names,
  rows,
  maxRows = MAX_ROWS,
}: XlsxTable): Generator<ZippedFile> {
  const source = makeSource(rows)
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, parts: writeSheet(source, names, maxRows) }
  } while (!source.isOver())
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const nameOf = (number: number) => (number === 1 ? sheetName : `${sheetName} ${number}`)
  yield {
    name: 'xl/workbook.xml',
    parts: [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
      ...numbers.map(
        (n) => `<sheet name="${escapeXml(nameOf(n))}" sheetId="${n}" r:id="rId${n}"/>`,
      ),
      '</sheets></workbook>',
    ],
  }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    parts: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      ...numbers.map(
        (n) =>
          `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      ),
      '</Relationships>',
    ],
  }
  yield {
    name: '_rels/.rels',
    parts: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  }
  yield {
    name: '[Content_Types].xml',
    parts: [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>`,
      ...numbers.map(
        (n) =>
          `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
      ),
      '</Types>',
    ],
  }
}

type RowSource = ReturnType<typeof makeSource>

/** Gives back the parts of the rows in pieces that fit into a sheet. */
function makeSource(rows: XlsxTable['rows']) {
  const parts = rows[Symbol.asyncIterator]()
  let held: readonly (readonly ExportCell[])[] = []
  let isDone = false
  return {
    isOver: () => isDone && held.length === 0,
    /** At most `most` rows; none at the end. */
    async take(most: number) {
      while (held.length === 0 && !isDone) {
        const next = await parts.next()
        if (next.done) isDone = true
        else held = next.value
      }
      const taken = held.slice(0, most)
      held = held.slice(most)
      return taken
    },
    close: () => parts.return?.(),
  }
}

async function* writeSheet(
  source: RowSource,
  names: readonly string[],
  maxRows: number,
): AsyncGenerator<string, void, void> {
  let isWhole = false
  try {
    // The row of the names stays in view.
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${writeRow(names)}`
    let room = maxRows - 1
    while (room > 0) {
      const rows = await source.take(room)
      if (rows.length === 0) break
      room -= rows.length
      yield rows.map(writeRow).join('')
    }
    // Looks for a next row, so that an empty sheet never follows.
    if (room === 0) await source.take(0)
    yield '</sheetData></worksheet>'
    isWhole = true
  } finally {
    if (!isWhole) await source.close()
  }
}

function writeRow(cells: readonly ExportCell[]): string {
  return `<row>${cells.map(writeCell).join('')}</row>`
}

/** Something of a text that must be written otherwise; most texts have nothing of it, and one look tells so. */
const SPECIAL = /[&<>"_'\p{Cc}\ufffe\uffff]|^\s|\s$| {2}/u

function writeCell(cell: ExportCell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  if (!SPECIAL.test(cell)) return `<c t="inlineStr"><is><t>${cell}</t></is></c>`
  const space = /^\s|\s$|[\n\t]| {2}/.test(cell) ? ' xml:space="preserve"' : ''
  return `<c t="inlineStr"><is><t${space}>${escapeXml(writePlain(cell))}</t></is></c>`
}

/** Characters that XML 1.0 cannot have are written as '_x0001_', and texts that look so begin with '_x005F_' (ECMA-376, 22.9.2.19). */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (char) => {
      if (char === '\t' || char === '\n') return char
      const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `_x${code}_`
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
