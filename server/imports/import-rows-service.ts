// Reads the rows of a stored file as listings, lists their errors for a dry run, and writes the refused
// rows as CSV.

import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ImportChunkRow, ImportRow } from '#server/database/import-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { toItem } from '#src/domain/import/cell-values.ts'
import type { ImportCheck, ImportField, ImportMapping } from '#src/domain/import/import-file.ts'
import type { ItemError } from '#src/domain/import/import-item.ts'
import { checkPosting } from '#src/domain/posting/posting-check.ts'
import { writeCsvRow } from './files/csv-writing.ts'
import type { SheetRow } from './files/sheet-row.ts'
import { findChunk } from './import-file-repository.ts'
import { readColumns, readMapping } from './import-file-service.ts'
import {
  findRepeated,
  type ReadItem,
  readItem,
  referenceOf,
  refuseRepeated,
} from './import-item-reading.ts'

const SAMPLE_ROWS = 3
const ERRORS_SHOWN = 200 // a dry run lists no more; after the import, the CSV file of refused rows has all errors

/** The errors of refused rows, by the number of the row. */
export type RefusedRows = Readonly<Record<string, readonly ItemError[]>>

/** A file's columns, and for each field the index of its column. */
export interface MappedFile {
  columns: readonly string[]
  mapping: ImportMapping
}

type RowChunks = AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>

/** Parses rows as listings. Refuses rows whose reference is in `repeated`. */
export function readRows(
  rows: readonly SheetRow[],
  mapping: ImportMapping,
  repeated: ReadonlySet<string>,
): ReadItem[] {
  const items = rows.map(({ cells }) => readItem(toItem(cells, mapping)))
  return refuseRepeated(items, repeated)
}

/** The references that a stored file has more than once. */
export function listRepeated(
  db: Kysely<Tables>,
  { id, mapping }: Pick<MappedFile, 'mapping'> & { id: string },
): Promise<Set<string>> {
  return listRepeatedIn(readRowsOf(db, id), mapping)
}

async function listRepeatedIn(
  chunks: RowChunks,
  { reference }: ImportMapping,
): Promise<Set<string>> {
  const ofReference = reference === undefined ? {} : { reference }
  const all: (string | null)[] = []
  for await (const rows of chunks)
    all.push(...readRows(rows, ofReference, new Set()).map(referenceOf))
  return findRepeated(all)
}

/** Lists the rows that an import of a stored file would refuse, and why. Writes nothing. */
export function checkFile(
  db: Kysely<Tables>,
  { id, ...file }: MappedFile & { id: string },
  now: Date,
): Promise<ImportCheck> {
  return checkRows(() => readRowsOf(db, id), file, now)
}

/** Lists the rows that an import would refuse, and why. Each `read()` starts at the first row. */
export async function checkRows(
  read: () => RowChunks,
  file: MappedFile,
  now: Date,
): Promise<ImportCheck> {
  const repeated = await listRepeatedIn(read(), file.mapping)
  const check = { rows: 0, refused: 0 }
  const errors: ImportCheck['errors'] = []
  for await (const rows of read()) {
    const items = readRows(rows, file.mapping, repeated)
    for (const [index, { row }] of rows.entries()) {
      const flaws = findFlaws(items[index], now)
      check.rows += 1
      if (flaws.length === 0) continue
      check.refused += 1
      for (const { field, error } of flaws)
        if (errors.length < ERRORS_SHOWN) errors.push({ row, column: columnOf(field, file), error })
    }
  }
  return { ...check, errors }
}

/** The first SAMPLE_ROWS rows, for display. */
export async function readSample(db: Kysely<Tables>, id: string): Promise<string[][]> {
  const chunk = await findChunk(db, id, 0)
  return chunk
    ? parseSheetRows(chunk)
        .slice(0, SAMPLE_ROWS)
        .map(({ cells }) => cells)
    : []
}

/** The refused rows as CSV, with their errors in a last column; one chunk at a time. */
export async function* writeRefused(
  db: Kysely<Tables>,
  row: ImportRow,
): AsyncGenerator<string, void, void> {
  const file = { columns: readColumns(row), mapping: readMapping(row) }
  yield `\ufeff${writeCsvRow([...file.columns, 'Errors'])}` // the BOM makes spreadsheet programs read UTF-8
  for await (const chunk of readChunks(db, row.id)) {
    const refused = readRefused(chunk)
    const lines = parseSheetRows(chunk).flatMap(({ row, cells }) => {
      const errors = refused[row]
      if (!errors) return []
      const padded = file.columns.map((_, index) => cells[index] ?? '')
      return [writeCsvRow([...padded, sayErrors(errors, file)])]
    })
    if (lines.length > 0) yield lines.join('')
  }
}

/** Parses the rows of a chunk, which `storeRows` wrote. */
export function parseSheetRows({ cells }: Pick<ImportChunkRow, 'cells'>): SheetRow[] {
  return JSON.parse(cells) as SheetRow[]
}

function readRefused({ refused }: Pick<ImportChunkRow, 'refused'>): RefusedRows {
  // The cast is safe: `importChunk` wrote the column.
  return refused === null ? {} : (JSON.parse(refused) as RefusedRows)
}

async function* readRowsOf(db: Kysely<Tables>, id: string): AsyncGenerator<SheetRow[], void, void> {
  for await (const chunk of readChunks(db, id)) yield parseSheetRows(chunk)
}

/** All rows in chunks. Other requests are served in between. */
async function* readChunks(
  db: Kysely<Tables>,
  id: string,
): AsyncGenerator<ImportChunkRow, void, void> {
  let chunk = await findChunk(db, id, 0)
  while (chunk) {
    yield chunk
    await setImmediate()
    chunk = await findChunk(db, id, chunk.position + 1)
  }
}

function findFlaws(item: ReadItem | undefined, now: Date): readonly ItemError[] {
  if (!item) return []
  if ('refused' in item) return item.refused.errors
  const { reference: _, ...fields } = item.item
  const checked = checkPosting({ ...fields, media: [] }, now)
  if (checked.isComplete) return []
  return Object.entries(checked.fields).map(([field, error]) => ({ field, error }))
}

function columnOf(field: string, { columns, mapping }: MappedFile): string | null {
  // The cast is safe: a name that is not an import field finds no column.
  const column = mapping[field as ImportField]
  return column === undefined ? null : (columns[column] ?? null)
}

function sayErrors(errors: readonly ItemError[], file: MappedFile): string {
  return errors
    .map(({ field, error }) => {
      const column = columnOf(field, file)
      return column === null ? error : `${column}: ${error}`
    })
    .join(' ')
}
