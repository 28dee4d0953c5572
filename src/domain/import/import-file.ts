import * as v from 'valibot'
import { POSTING_FIELD_LABELS, type PostingField } from '#src/domain/posting/posting-fields.ts'
import { WireText } from '#src/domain/text.ts'
import type { ImportResult } from './import-item.ts'

// A file of listings to import. The first row has the names of the columns; each further row is a listing.

/** `reading`: the server stores the rows. `ready`: the import is not started yet. */
export const IMPORT_STATES = ['reading', 'ready', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** The field that a column of a file contains. */
export type ImportField = 'reference' | Exclude<PostingField, 'media'> | 'photos' | 'video'

const { media: _, ...LABELS } = POSTING_FIELD_LABELS
export const IMPORT_LABELS: Readonly<Record<ImportField, string>> = {
  reference: 'Reference',
  ...LABELS,
  photos: 'Addresses of photos',
  video: 'Address of the video',
}
// Object.keys has the type string[], although the keys are known.
export const IMPORT_FIELDS = Object.keys(IMPORT_LABELS) as ImportField[]

/** The column of each field, counted from 0; a field without a column is empty. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>

const COUNTS = { created: v.number(), updated: v.number(), unchanged: v.number() }

/** A file in the list of GET /admin/imports. */
export const ImportSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    fileName: v.string(),
    state: v.picklist(IMPORT_STATES),
    business: WireText,
    createdBy: WireText,
    createdAt: v.string(),
    finishedAt: WireText,
    rows: v.number(),
    ...COUNTS,
    refused: v.number(),
  }),
  v.transform(({ _id: id, ...rest }) => ({ id, ...rest })),
)
export type ImportFile = v.InferOutput<typeof ImportSchema>

/** The columns of a file and sample rows, so that a person can choose the mapping. */
export const SheetSchema = v.object({
  /** The name of each column, all of them different. */
  columns: v.array(v.string()),
  /** The first rows below the names. */
  sample: v.array(v.array(v.string())),
  /** The row with the names; null if a person has to choose it from `head`. */
  namesRow: v.nullable(v.number()),
  /** The first rows of the file. */
  head: v.array(v.object({ row: v.number(), cells: v.array(v.string()) })),
  /** The columns that are hidden, counted from 0. They are not guessed. */
  hiddenColumns: v.array(v.number()),
})
export type ImportSheet = v.InferOutput<typeof SheetSchema>

/** An error that a dry run of the import found. */
export const RowErrorSchema = v.object({
  row: v.number(),
  /** The name of the column; null if the error concerns no column of the file. */
  column: v.nullable(v.string()),
  /** The place of the cell, such as 'K3'; null without a column. */
  cell: v.nullable(v.string()),
  /** The text of the cell, cut if it is long; null if it is empty. */
  text: v.nullable(v.string()),
  error: v.string(),
})
export type RowError = v.InferOutput<typeof RowErrorSchema>

/** Two values of a column, as they would be stored. */
export const ColumnExamplesSchema = v.object({
  column: v.string(),
  /** The field that gets the values; null if the column is not imported. */
  field: v.nullable(v.string()),
  values: v.array(v.string()),
})
export type ColumnExamples = v.InferOutput<typeof ColumnExamplesSchema>

/** The answer of a dry run of the import. */
export const ImportCheckSchema = v.object({
  /** The name of the sheet; null for CSV. */
  sheet: v.nullable(v.string()),
  /** The rows below the names, which are accepted or refused. Blank and hidden rows are not among them. */
  rows: v.number(),
  accepted: v.number(),
  refused: v.number(),
  blank: v.number(),
  hidden: v.number(),
  /** Sentences about everything that is not imported: rows, columns and sheets. */
  notes: v.array(v.string()),
  examples: v.array(ColumnExamplesSchema),
  /** The first errors. */
  errors: v.array(RowErrorSchema),
})
export type ImportCheck = v.InferOutput<typeof ImportCheckSchema>

/** 'Row 3, Price (K3), “40-45 Lac”: Enter an amount.' */
export function sayRowError({ row, column, cell, text, error }: RowError): string {
  return `Row ${row}${column === null ? '' : `, ${column} (${cell})`}${text === null ? '' : `, “${text}”`}: ${error}`
}

/** The number of rows that are imported or refused so far. */
export function doneRowsOf({
  created,
  updated,
  unchanged,
  refused,
}: Pick<ImportFile, ImportResult>): number {
  return created + updated + unchanged + refused
}
