// Reads the rows of a file as listings, and writes the refused rows as CSV.

import type { Kysely } from 'kysely'
import type { ImportChunkRow, ImportRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { writeCsvRow } from '#src/domain/export/csv-writing.ts'
import { listMonthFirst, type RowReading, readRowValues } from '#src/domain/import/cell-values.ts'
import {
  type ImportField,
  type ImportMapping,
  type RowError,
  sayRowError,
} from '#src/domain/import/import-file.ts'
import type { ItemError } from '#src/domain/import/import-item.ts'
import {
  columnLetters,
  findMerge,
  type MergedArea,
  readMerges,
  type SheetRow,
} from '#src/domain/import/sheet-content.ts'
import { shorten } from '#src/domain/import/stored-values.ts'
import { readMapping } from './import-file-service.ts'
import {
  findRepeated,
  type ReadItem,
  readRowItem,
  referenceOf,
  refuseRepeated,
} from './import-item-reading.ts'
import {
  type MappedSheet,
  parseSheetRows,
  type RowChunks,
  readColumns,
  readFacts,
  readImportChunks,
} from './import-sheet-service.ts'

/** The errors of refused rows, by the number of the row. */
export type RefusedRows = Readonly<Record<string, readonly ItemError[]>>

/** What has to be known of the whole file to read one of its rows. */
export interface SheetScan {
  namesRow: number
  reading: RowReading
  repeated: ReadonlySet<string>
}

/** Finds the references that occur more than once, and the columns whose dates begin with the month. */
export async function scanSheet(
  chunks: RowChunks,
  { namesRow, columns, mapping, facts }: MappedSheet,
): Promise<SheetScan> {
  const merges = readMerges(facts.merges)
  const reading: RowReading = { mapping, width: columns.length, merges }
  const ofReference: RowReading = { ...reading, mapping: pickReference(mapping) }
  const scan = { namesRow, reading: ofReference, repeated: new Set<string>() }
  const references: (string | null)[] = []
  const monthFirst: Partial<Record<ImportField, Set<string>>> = {}
  for await (const rows of chunks) {
    const listed = listRows(rows, namesRow)
    for (const one of readRows(listed, scan)) references.push(referenceOf(one))
    for (const [field, separator] of listMonthFirst(listed, mapping)) {
      monthFirst[field] ??= new Set()
      monthFirst[field].add(separator)
    }
  }
  return { namesRow, reading: { ...reading, monthFirst }, repeated: findRepeated(references) }
}

/** The rows below the names of the columns. */
export function listRows(rows: readonly SheetRow[], namesRow: number): SheetRow[] {
  return rows.filter(({ row }) => row > namesRow)
}

/** Parses rows as listings. Refuses rows whose reference occurs more than once. */
export function readRows(
  rows: readonly SheetRow[],
  { reading, repeated }: Pick<SheetScan, 'reading' | 'repeated'>,
): ReadItem[] {
  const items = rows.map((row) => readRowItem(readRowValues(row, reading)))
  return refuseRepeated(items, repeated)
}

/** The errors of a row with the places and texts of their cells. */
export function placeErrors(
  errors: readonly ItemError[],
  { row, cells }: SheetRow,
  { columns, mapping }: Pick<MappedSheet, 'columns' | 'mapping'>,
): RowError[] {
  return errors.map(({ field, error }) => {
    // The cast is safe: a name that is not an import field finds no column.
    const column = mapping[field as ImportField]
    if (column === undefined) return { row, column: null, cell: null, text: null, error }
    const text = cells[column]?.trim()
    return {
      row,
      column: columns[column] ?? null,
      cell: `${columnLetters(column)}${row}`,
      text: text ? shorten(text) : null,
      error,
    }
  })
}

/**
 * The refused rows as CSV, with their errors in a last column; one chunk at a time. Sent again as it is, each row is
 * refused again: what a row has beyond its names stays behind the errors, and a merged cell has no value.
 */
export async function* writeRefused(
  db: Kysely<Tables>,
  row: ImportRow,
): AsyncGenerator<readonly string[], void, void> {
  const file = { columns: readColumns(row), mapping: readMapping(row) }
  const names = withoutErrors(file)
  const merges = readMerges(readFacts(row).merges)
  yield [`\ufeff${writeCsvRow([...names, ERRORS])}`] // the BOM makes spreadsheet programs read UTF-8
  for await (const chunk of readImportChunks(db, row.id)) {
    const refused = readRefused(chunk)
    yield parseSheetRows(chunk).flatMap((one) => {
      const errors = refused[one.row]
      if (!errors) return []
      const said = placeErrors(errors, one, file).map(sayRowError).join(' ')
      const texts = names.map(
        (_, column) => one.cells[column] || noteMerge(merges, one.row, column),
      )
      return [writeCsvRow([...texts, said, ...one.cells.slice(file.columns.length)])]
    })
  }
}

const ERRORS = 'Errors'
const NOT_AVAILABLE = '#N/A' // is refused when it is read

/** The names without the column of errors of an earlier import, which is written anew. */
function withoutErrors({ columns, mapping }: Pick<MappedSheet, 'columns' | 'mapping'>) {
  const last = columns.length - 1
  const isOld = columns[last] === ERRORS && !Object.values(mapping).includes(last)
  return isOld ? columns.slice(0, last) : columns
}

function noteMerge(merges: readonly MergedArea[], row: number, column: number): string {
  return findMerge(merges, row, column) ? NOT_AVAILABLE : ''
}

function readRefused({ refused }: Pick<ImportChunkRow, 'refused'>): RefusedRows {
  // The cast is safe: `importChunk` wrote the column.
  return refused === null ? {} : (JSON.parse(refused) as RefusedRows)
}

function pickReference({ reference }: ImportMapping): ImportMapping {
  return reference === undefined ? {} : { reference }
}
