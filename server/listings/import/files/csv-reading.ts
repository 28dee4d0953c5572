import { readPlain } from '#src/domain/export/csv-writing.ts'
import { findNamesRow, guessColumns, HEAD_ROWS } from '#src/domain/import/column-guess.ts'
import { MAX_COLUMNS } from '#src/domain/import/import-request.ts'
import { type CellFlaw, columnLetters } from '#src/domain/import/sheet-content.ts'
import { decodeText } from './csv-decoding.ts'
import { type CsvRecord, type Delimiter, splitRecords } from './csv-records.ts'
import { type RawFacts, type RawRow, SheetRefusal } from './sheet-row.ts'

const BYTES_OF_TEXT = 7 // of memory for a byte of the file: its text, and cells until they are collected
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']
/** The line that tells Excel the delimiter. Excel does not show it as a row. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i
/** '="007"' makes spreadsheet programs keep the zeros. They show 007. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** The rows of a CSV file with commas, semicolons or tabs. @throws SheetRefusal */
export function readCsv(bytes: Buffer, requireMemory: (bytes: number) => void) {
  requireMemory(bytes.length * BYTES_OF_TEXT)
  const text = decodeText(bytes)
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? []
  const body = text.slice(line.length)
  const facts: RawFacts = { sheet: null, otherSheets: [], hiddenColumns: new Set(), merges: [] }
  return {
    facts,
    rows: readRows(body, DELIMITERS.find((one) => one === named) ?? findDelimiter(body)),
  }
}

function* readRows(text: string, delimiter: Delimiter): Generator<RawRow, void, void> {
  let row = 0
  for (const record of splitRecords(text, delimiter)) {
    row += 1
    yield toRow(record, row)
  }
}

/** @throws SheetRefusal if nobody knows where the row ends */
function toRow({ cells, doubtful, isOpen }: CsvRecord, row: number): RawRow {
  const flaws: CellFlaw[] = []
  const place = `${columnLetters(doubtful ?? 0)}${row}`
  if (isOpen)
    throw new SheetRefusal(
      `Row ${row} has a quote that does not close where the cell ${place} ends. Write a quote inside of a cell twice.`,
    )
  if (doubtful !== null) {
    const error = `The quotes in cell ${place} leave open where it ends. Put the cell in quotes, and write those inside twice.`
    flaws.push({ column: null, error })
  }
  const far = cells.findIndex((cell, column) => column >= MAX_COLUMNS && cell.trim() !== '')
  if (far >= 0) flaws.push({ column: null, error: `This row has more than ${MAX_COLUMNS} cells.` })
  const kept =
    far < 0 ? cells.slice(0, MAX_COLUMNS) : [...cells.slice(0, MAX_COLUMNS), cells[far] ?? '']
  const texts = kept.map((cell, column) => {
    const [, shown] = TEXT_FORMULA.exec(cell) ?? []
    if (shown !== undefined) return shown.replaceAll('""', '"')
    if (cell.startsWith('=')) flaws.push({ column, error: FORMULA })
    return readPlain(cell)
  })
  return { row, cells: texts, flaws, isHidden: false }
}

const FORMULA =
  'This is a formula, and CSV has no result for it. Save the sheet as XLSX, or write the value.'

/**
 * The delimiter with which the first rows have most known names of columns, or else no doubtful quotes, or else most rows of
 * one length, or else most cells.
 */
function findDelimiter(text: string): Delimiter {
  const scores = DELIMITERS.map((delimiter) => {
    const { rows, width, isClear } = takeHead(text, delimiter)
    const { row } = findNamesRow(rows)
    const names = rows.find((one) => one.row === row)?.cells ?? []
    const known = Object.keys(guessColumns(names).mapping).length
    return {
      delimiter,
      known,
      isClear: Number(isClear),
      even: countEven(rows),
      width: names.length || width,
    }
  })
  const [best] = scores.sort(
    (a, b) => b.known - a.known || b.isClear - a.isClear || b.even - a.even || b.width - a.width,
  )
  return best?.delimiter ?? ','
}

/** How many rows have as many cells as most rows of more than one cell. */
function countEven(rows: readonly { cells: readonly string[] }[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows)
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** The first rows that are not blank, how many cells the first row has, and whether all quotes of these rows are clear. */
function takeHead(text: string, delimiter: Delimiter) {
  const rows: { row: number; cells: string[] }[] = []
  let row = 0
  let width = 0
  let isClear = true
  for (const { cells, doubtful, isOpen } of splitRecords(text, delimiter)) {
    row += 1
    if (row === 1) width = cells.length
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
    isClear &&= doubtful === null && !isOpen
    if (rows.length === HEAD_ROWS) break
  }
  return { rows, width, isClear }
}
