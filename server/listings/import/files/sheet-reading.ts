import { findNamesRow, HEAD_ROWS } from '#src/domain/import/column-guess.ts'
import { MAX_COLUMNS } from '#src/domain/import/import-request.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import { readCsv } from './csv-reading.ts'
import {
  MAX_CELL_CHARS,
  MAX_CHUNK_CHARS,
  MAX_CHUNK_ROWS,
  MAX_FILE_BYTES,
  MAX_ROW_CHARS,
  MAX_ROWS,
  MAX_TEXT_CHARS,
} from './sheet-limits.ts'
import { type RawRow, type SheetPart, SheetRefusal } from './sheet-row.ts'
import { readXlsx } from './xlsx-reading.ts'

const ZIP = Buffer.from('PK\x03\x04') // of two letters, a table may begin with the name of a column

/** Detects the kind of a file by its first bytes, never by its name. */
export function isXlsx(bytes: Uint8Array): boolean {
  return ZIP.equals(bytes.subarray(0, ZIP.length))
}

/** The job of a parser process: reads a CSV or XLSX file row by row. @throws SheetRefusal, also after some of the rows */
export async function* readSheetHere(
  bytes: Buffer,
  requireMemory: (bytes: number) => void = () => undefined,
): AsyncGenerator<SheetPart, void, void> {
  if (bytes.length === 0) throw new SheetRefusal('The file is empty.')
  if (bytes.length > MAX_FILE_BYTES)
    throw new SheetRefusal(`The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`)
  const { rows, facts } = isXlsx(bytes)
    ? await readXlsx(bytes, requireMemory)
    : readCsv(bytes, requireMemory)
  const counts = { rows: 0, hiddenRows: 0, blankRows: 0 }
  const head: SheetRow[] = []
  const chunks = makeChunks()
  for await (const raw of rows) {
    const row = toSheetRow(raw)
    if (row === null) counts.blankRows += 1
    else if (raw.isHidden) counts.hiddenRows += 1
    else {
      counts.rows += 1
      if (head.length < HEAD_ROWS) head.push(row)
      const full = chunks.add(row)
      if (full) yield { rows: full }
    }
  }
  const namesRow = findNames(head, facts.sheet)
  requireRows(counts.rows - head.filter(({ row }) => row <= namesRow.row).length)
  yield { rows: chunks.rest() }
  yield { facts: { ...facts, ...counts, hiddenColumns: [...facts.hiddenColumns], namesRow } }
}

function findNames(head: readonly SheetRow[], sheet: string | null): SheetFacts['namesRow'] {
  if (head.length === 0)
    throw new SheetRefusal(
      sheet === null
        ? 'The first row has no names of columns.'
        : `The sheet “${sheet}” is empty, and the first visible sheet counts. Move the one with the listings to the front.`,
    )
  const namesRow = findNamesRow(head)
  const names = head.find(({ row }) => row === namesRow.row)
  const isTooWide = names?.flaws?.some(({ column }) => column === null) ?? false
  if (isTooWide && (names?.cells.length ?? 0) >= MAX_COLUMNS)
    throw new SheetRefusal(`The file has more than ${MAX_COLUMNS} columns.`)
  return namesRow
}

/** @throws SheetRefusal unless the number of rows below the names is one that can be imported */
function requireRows(rows: number): void {
  if (rows === 0) throw new SheetRefusal('The file has no rows below its first one.')
  if (rows > MAX_ROWS) throw tooManyRows()
}

function tooManyRows(): SheetRefusal {
  return new SheetRefusal(`The file has more than ${MAX_ROWS.toLocaleString('en-IN')} rows.`)
}

/** Null for a blank row. @throws SheetRefusal for a row that is too long */
function toSheetRow({ row, cells, flaws }: RawRow): SheetRow | null {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  if (last < 0 && flaws.length === 0) return null
  const kept = cells.slice(0, last + 1).map(cut)
  if (countChars(kept) > MAX_ROW_CHARS)
    throw new SheetRefusal(`Row ${row} is too long for a listing.`)
  return { row, cells: kept, ...(flaws.length > 0 && { flaws }) }
}

/** Collects rows for a row of the database. */
function makeChunks() {
  let chunk: SheetRow[] = []
  let chars = 0
  let allRows = 0
  let allChars = 0
  return {
    /** Returns the rows before this one when they fill a chunk. */
    add(row: SheetRow): SheetRow[] | null {
      const added = countChars(row.cells) + countChars(row.flaws?.map(({ error }) => error) ?? [])
      allRows += 1
      allChars += added
      requireSize(allRows, allChars)
      const isFull = chunk.length === MAX_CHUNK_ROWS || chars + added > MAX_CHUNK_CHARS
      const full = isFull ? chunk : null
      if (isFull) {
        chunk = []
        chars = 0
      }
      chunk.push(row)
      chars += added
      return full
    },
    rest: () => chunk,
  }
}

/** Stops early. The names and some rows above them may come on top of the most listings. */
function requireSize(rows: number, chars: number): void {
  if (rows > MAX_ROWS + HEAD_ROWS) throw tooManyRows()
  if (chars > MAX_TEXT_CHARS) throw new SheetRefusal('The texts of the file are too long.')
}

function countChars(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Cuts a long cell to one character above a spreadsheet's limit, so that the rule of its field still refuses it. */
function cut(cell: string): string {
  return cell.slice(0, MAX_CELL_CHARS + 1)
}
