// What a stored file is read as: which of its rows has the names of the columns, and which column is which field.

import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ImportChunkRow, ImportRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { HEAD_ROWS, labelColumns } from '#src/domain/import/column-guess.ts'
import type { ImportMapping, ImportSheet } from '#src/domain/import/import-file.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import { findChunk } from './import-file-repository.ts'

const SAMPLE_ROWS = 3

export type RowChunks = AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>

/** A file whose columns have names. */
export interface NamedSheet {
  namesRow: number
  columns: readonly string[]
  facts: SheetFacts
}

/** A file with the column of each field. */
export interface MappedSheet extends NamedSheet {
  mapping: ImportMapping
}

export function readFacts({ facts }: Pick<ImportRow, 'facts'>): SheetFacts {
  // The cast is safe: `storeRows` or the default of the column wrote it.
  return JSON.parse(facts) as SheetFacts
}

/**
 * Names the columns by the chosen row, or else by the one that the file itself shows.
 * @throws SheetQuestion if no row was chosen, or one that is not near the beginning of the file
 */
export function nameSheet(
  head: readonly SheetRow[],
  facts: SheetFacts,
  chosen: number | undefined,
): NamedSheet {
  const { row, isSure } = facts.namesRow
  const namesRow = chosen ?? (isSure ? row : null)
  if (namesRow === null)
    throw new SheetQuestion(`Choose the row with the names of the columns. It may be row ${row}.`)
  const names = head.find((one) => one.row === namesRow)
  const columns = labelColumns(names?.cells ?? [])
  if (columns.length === 0)
    throw new SheetQuestion(`Choose another row: row ${namesRow} has no names of columns.`)
  return { namesRow, columns, facts }
}

/** Asks the person for something that the file leaves open. */
export class SheetQuestion extends Error {
  override name = 'SheetQuestion'
}

/** @throws ServerError 400 if the row with the names has to be chosen */
export async function nameStoredSheet(
  db: Kysely<Tables>,
  file: Pick<ImportRow, 'id' | 'columns' | 'names_row' | 'facts'>,
  chosen: number | undefined,
): Promise<NamedSheet> {
  const facts = readFacts(file)
  if (file.names_row !== null && (chosen ?? file.names_row) === file.names_row)
    return { namesRow: file.names_row, columns: readColumns(file), facts }
  try {
    return nameSheet(await readHead(db, file.id), facts, chosen)
  } catch (error) {
    if (!(error instanceof SheetQuestion)) throw error
    const fields = { namesRow: error.message }
    throw new ServerError(400, 'invalid-input', error.message, { fields })
  }
}

export function readColumns({ columns }: Pick<ImportRow, 'columns'>): string[] {
  // The cast is safe: `storeRows` or `startImport` wrote the column.
  return JSON.parse(columns) as string[]
}

/** What a person needs to choose the columns. */
export async function describeSheet(
  db: Kysely<Tables>,
  file: Pick<ImportRow, 'id' | 'columns' | 'names_row' | 'facts'>,
): Promise<ImportSheet> {
  const facts = readFacts(file)
  const head = await readHead(db, file.id)
  const above = file.names_row ?? facts.namesRow.row
  return {
    columns: readColumns(file),
    sample: head
      .filter(({ row }) => row > above)
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => cells),
    namesRow: file.names_row,
    head: head.map(({ row, cells }) => ({ row, cells })),
    hiddenColumns: facts.hiddenColumns,
  }
}

/** Counts the rows above the names, and the row of the names. */
export function countHeadRows(head: readonly SheetRow[], namesRow: number): number {
  return head.filter(({ row }) => row <= namesRow).length
}

/** The first rows of a file. */
export async function readHead(db: Kysely<Tables>, id: string): Promise<SheetRow[]> {
  const head: SheetRow[] = []
  for await (const chunk of readImportChunks(db, id)) {
    head.push(...parseSheetRows(chunk))
    if (head.length >= HEAD_ROWS) break
  }
  return head.slice(0, HEAD_ROWS)
}

/** Parses the rows of a chunk, which `storeRows` wrote. */
export function parseSheetRows({ cells }: Pick<ImportChunkRow, 'cells'>): SheetRow[] {
  return JSON.parse(cells) as SheetRow[]
}

export async function* readRowsOf(
  db: Kysely<Tables>,
  id: string,
): AsyncGenerator<SheetRow[], void, void> {
  for await (const chunk of readImportChunks(db, id)) yield parseSheetRows(chunk)
}

/** All rows in chunks. Other requests are served in between. */
export async function* readImportChunks(
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
