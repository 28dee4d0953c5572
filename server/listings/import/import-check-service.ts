// Tries the import of a file: what it would refuse, what it would leave out, and what it would store. Writes nothing.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  type ColumnExamples,
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportCheck,
} from '#src/domain/import/import-file.ts'
import type { ItemError } from '#src/domain/import/import-item.ts'
import { showStored } from '#src/domain/import/stored-values.ts'
import { countNoun } from '#src/domain/money.ts'
import { checkPosting } from '#src/domain/posting/posting-check.ts'
import type { ReadItem } from './import-item-reading.ts'
import { listRows, placeErrors, readRows, scanSheet } from './import-rows-service.ts'
import { type MappedSheet, type RowChunks, readRowsOf } from './import-sheet-service.ts'

const ERRORS_SHOWN = 200 // a dry run lists no more; after the import, the CSV file of refused rows has all errors
const EXAMPLES = 2

/** Tries the import of a stored file. */
export function checkFile(
  db: Kysely<Tables>,
  { id, ...sheet }: MappedSheet & { id: string },
  now: Date,
): Promise<ImportCheck> {
  return checkSheet(() => readRowsOf(db, id), sheet, now)
}

/** Tries the import of rows. Each `read()` starts at the first row. */
export async function checkSheet(
  read: () => RowChunks,
  sheet: MappedSheet,
  now: Date,
): Promise<ImportCheck> {
  const scan = await scanSheet(read(), sheet)
  const above: number[] = []
  const counts = { rows: 0, refused: 0 }
  const errors: ImportCheck['errors'] = []
  const examples = makeExamples(sheet)
  for await (const chunk of read()) {
    const rows = listRows(chunk, sheet.namesRow)
    above.push(...chunk.flatMap(({ row }) => (row < sheet.namesRow ? [row] : [])))
    for (const [index, item] of readRows(rows, scan).entries()) {
      const row = rows[index]
      if (!row) continue
      const flaws = findFlaws(item, now)
      counts.rows += 1
      if (flaws.length === 0) examples.add(item)
      else {
        counts.refused += 1
        errors.push(...placeErrors(flaws, row, sheet).slice(0, ERRORS_SHOWN - errors.length))
      }
    }
  }
  return {
    sheet: sheet.facts.sheet,
    ...counts,
    accepted: counts.rows - counts.refused,
    blank: sheet.facts.blankRows,
    hidden: sheet.facts.hiddenRows,
    notes: listNotes(sheet, above),
    examples: examples.list(),
    errors,
  }
}

function findFlaws(item: ReadItem, now: Date): readonly ItemError[] {
  if ('refused' in item) return item.refused.errors
  const { reference: _, ...fields } = item.item
  const checked = checkPosting({ ...fields, media: [] }, now)
  if (checked.isComplete) return []
  return Object.entries(checked.fields).map(([field, error]) => ({ field, error }))
}

/** Collects two different values of each column from rows that would be imported. */
function makeExamples({ columns, mapping }: MappedSheet) {
  const fieldOf = new Map(
    IMPORT_FIELDS.flatMap((field) => {
      const column = mapping[field]
      return column === undefined ? [] : [[column, field] as const]
    }),
  )
  const values = columns.map(() => new Set<string>())
  return {
    add(item: ReadItem) {
      if (!('item' in item)) return
      for (const [column, field] of fieldOf) {
        const found = values[column]
        const stored = found && found.size < EXAMPLES ? showStored(field, item.item) : null
        if (stored !== null) found?.add(stored)
      }
    },
    list: (): ColumnExamples[] =>
      columns.map((column, index) => {
        const field = fieldOf.get(index)
        return {
          column,
          field: field === undefined ? null : IMPORT_LABELS[field],
          values: [...(values[index] ?? [])],
        }
      }),
  }
}

function listNotes({ columns, mapping, facts }: MappedSheet, above: readonly number[]): string[] {
  const { sheet, otherSheets, hiddenRows, blankRows, hiddenColumns } = facts
  const used = new Set(Object.values(mapping))
  const unused = columns.filter((_, column) => !used.has(column))
  const hidden = columns.filter((_, column) => hiddenColumns.includes(column))
  return [
    otherSheets.length > 0 &&
      `Only the sheet “${sheet}” is imported, not ${listNames(otherSheets)}.`,
    above.length > 0 &&
      `${countNoun(above.length, 'row')} above the names of the columns: not imported.`,
    hiddenRows > 0 &&
      `${countNoun(hiddenRows, 'hidden row')}: not imported. Show hidden rows to import them.`,
    blankRows > 0 && `${countNoun(blankRows, 'blank row')}: not imported.`,
    hidden.length > 0 && `${countNoun(hidden.length, 'hidden column')}: ${listNames(hidden)}.`,
    unused.length > 0 &&
      `${countNoun(unused.length, 'column')} not imported: ${listNames(unused)}.`,
  ].filter((note) => note !== false)
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}
