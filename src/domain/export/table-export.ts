import { writeCsvRow } from './csv-writing.ts'
import { type ExportCell, writeXlsx } from './xlsx-writing.ts'
import type { DeflateBlocks } from './zip-stream.ts'

// The file of a list, which the server writes of its rows, and a device of its saved copy.

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface ExportColumn<Row> {
  name: string
  of(row: Row): ExportCell
  /** Whether only the roles that see the details of the rows get it. */
  isDetail?: true
}

export interface ListFile<Row> {
  /** The name of the list, in the names of the file and of the sheet. */
  name: string
  columns: readonly ExportColumn<Row>[]
}

export interface ExportWriting<Row> {
  format: ExportFormat
  /** Whether the role sees the details. */
  seesDetails: boolean
  /** The rows in parts, which are read one after the other. */
  rows: AsyncIterable<readonly Row[]>
  now: Date
  /** The compression of the platform, if it has one. */
  deflate?: DeflateBlocks
}

/** The bytes of the file. Holds one part of the rows in memory at a time. */
export function writeTable<Row>(
  { name, columns }: ListFile<Row>,
  { format, seesDetails, rows, now, deflate }: ExportWriting<Row>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const shown = columns.filter(({ isDetail }) => seesDetails || !isDetail)
  const names = shown.map((column) => column.name)
  const cells = readCells(rows, shown)
  return format === 'csv'
    ? writeCsv(names, cells)
    : writeXlsx({ sheetName: name, names, rows: cells, now, deflate })
}

async function* readCells<Row>(
  rows: AsyncIterable<readonly Row[]>,
  columns: readonly ExportColumn<Row>[],
): AsyncGenerator<ExportCell[][], void, void> {
  for await (const part of rows) yield part.map((row) => columns.map((column) => column.of(row)))
}

async function* writeCsv(
  names: readonly string[],
  rows: AsyncIterable<readonly (readonly ExportCell[])[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder()
  // The byte order mark tells spreadsheet programs that the file is UTF-8.
  yield encoder.encode(`\ufeff${writeCsvRow(names)}`)
  for await (const part of rows)
    yield encoder.encode(part.map((cells) => writeCsvRow(cells.map(toText))).join(''))
}

function toText(cell: ExportCell): string {
  return cell === null ? '' : String(cell)
}
