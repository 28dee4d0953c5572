import * as v from 'valibot'
import { FIELD_LABELS, type PostingField } from '#src/domain/posting/posting-fields.ts'
import { WireText } from '#src/domain/text.ts'
import type { ImportResult } from './import-item.ts'

// A file of listings, from its upload to its end. Each row below the first is a listing.

/** `reading` while its rows are stored, `ready` until somebody starts it. */
export const IMPORT_STATES = ['reading', 'ready', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What a column of a file can be. */
export type ImportField = 'reference' | Exclude<PostingField, 'media'>

const { media: _, ...LABELS } = FIELD_LABELS
export const IMPORT_LABELS: Readonly<Record<ImportField, string>> = {
  reference: 'Reference',
  ...LABELS,
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

/** What the file has, for the choice of its columns. */
export const SheetSchema = v.object({
  columns: v.array(v.string()),
  /** The first rows. */
  sample: v.array(v.array(v.string())),
})
export type Sheet = v.InferOutput<typeof SheetSchema>

/** An error of a dry run. */
export const RowErrorSchema = v.object({
  row: v.number(),
  /** The name of the column; null if none of the file's columns is concerned. */
  column: v.nullable(v.string()),
  error: v.string(),
})

/** The answer of a dry run. */
export const ImportCheckSchema = v.object({
  rows: v.number(),
  refused: v.number(),
  /** The first errors. */
  errors: v.array(RowErrorSchema),
})
export type ImportCheck = v.InferOutput<typeof ImportCheckSchema>

/** How many rows are imported or refused. */
export function doneRowsOf({
  created,
  updated,
  unchanged,
  refused,
}: Pick<ImportFile, ImportResult>): number {
  return created + updated + unchanged + refused
}
