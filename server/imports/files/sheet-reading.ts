import { MAX_COLUMNS } from '#src/domain/import/import-request.ts'
import { readCsv } from './csv-reading.ts'
import {
  MAX_CELL_CHARS,
  MAX_CHUNK_CHARS,
  MAX_CHUNK_ROWS,
  MAX_FILE_BYTES,
  MAX_ROW_CHARS,
  MAX_ROWS,
} from './sheet-limits.ts'
import { type SheetPart, SheetRefusal, type SheetRow } from './sheet-row.ts'
import { readXlsx } from './xlsx-reading.ts'

/** Detects the kind of a file by its first bytes, never by its name. */
export function isXlsx(bytes: Uint8Array): boolean {
  return [0x50, 0x4b].every((byte, index) => bytes[index] === byte) // 'PK': a ZIP archive
}

/** Reads a CSV or XLSX file in this process, as a whole. @throws SheetRefusal */
export async function* readSheetHere(bytes: Buffer): AsyncGenerator<SheetPart, void, void> {
  if (bytes.length === 0) throw new SheetRefusal('The file is empty.')
  if (bytes.length > MAX_FILE_BYTES)
    throw new SheetRefusal(`The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`)
  const [names = [], ...rest] = isXlsx(bytes) ? await readXlsx(bytes) : readCsv(bytes)
  const columns = nameColumns(names)
  const rows = toRows(rest, columns.length)
  yield { columns }
  for (const chunk of cutChunks(rows)) yield { rows: chunk }
}

function* cutChunks(rows: readonly SheetRow[]): Generator<SheetRow[], void, void> {
  let chunk: SheetRow[] = []
  let chars = 0
  for (const row of rows) {
    const added = countChars(row.cells)
    if (chunk.length === MAX_CHUNK_ROWS || chars + added > MAX_CHUNK_CHARS) {
      yield chunk
      chunk = []
      chars = 0
    }
    chunk.push(row)
    chars += added
  }
  yield chunk
}

function countChars(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

function nameColumns(names: readonly string[]): string[] {
  const last = names.findLastIndex((name) => name.trim() !== '')
  if (last < 0) throw new SheetRefusal('The first row has no names of columns.')
  if (last >= MAX_COLUMNS) throw new SheetRefusal(`The file has more than ${MAX_COLUMNS} columns.`)
  return names.slice(0, last + 1).map((name, index) => cut(name).trim() || `Column ${index + 1}`)
}

function toRows(rest: readonly string[][], width: number): SheetRow[] {
  const rows = rest.flatMap((cells, index) =>
    cells.every((cell) => cell.trim() === '')
      ? []
      : [{ row: index + 2, cells: cells.slice(0, width).map(cut) }],
  )
  const long = rows.find(({ cells }) => countChars(cells) > MAX_ROW_CHARS)
  if (long) throw new SheetRefusal(`Row ${long.row} is too long for a listing.`)
  if (rows.length === 0) throw new SheetRefusal('The file has no rows below its first one.')
  if (rest.length > MAX_ROWS)
    throw new SheetRefusal(`The file has more than ${MAX_ROWS.toLocaleString('en-IN')} rows.`)
  return rows
}

/** Cuts a long cell to one character above a spreadsheet's limit, so that the rule of its field still refuses it. */
function cut(cell: string): string {
  return cell.slice(0, MAX_CELL_CHARS + 1)
}
