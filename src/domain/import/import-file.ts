import * as v from 'valibot'
import { FIELD_LABELS, type PostingField } from '#src/domain/posting/posting-fields.ts'
import { WireText } from '#src/domain/text.ts'
import type { ImportResult } from './import-item.ts'

// A file of listings to import. The first row has the names of the columns; each further row is a listing.

/** `reading`: the server stores the rows. `ready`: the import is not started yet. */
export const IMPORT_STATES = ['reading', 'ready', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** The field that a column of a file contains. */
export type ImportField = 'reference' | Exclude<PostingField, 'media'> | 'photos' | 'video'

const { media: _, ...LABELS } = FIELD_LABELS
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
  columns: v.array(v.string()),
  /** The first rows. */
  sample: v.array(v.array(v.string())),
})
export type Sheet = v.InferOutput<typeof SheetSchema>

/** An error that a dry run of the import found. */
export const RowErrorSchema = v.object({
  row: v.number(),
  /** The name of the column; null if the error concerns no column of the file. */
  column: v.nullable(v.string()),
  error: v.string(),
})

/** The answer of a dry run of the import. */
export const ImportCheckSchema = v.object({
  rows: v.number(),
  refused: v.number(),
  /** The first errors. */
  errors: v.array(RowErrorSchema),
})
export type ImportCheck = v.InferOutput<typeof ImportCheckSchema>

/** The number of rows that are imported or refused so far. */
export function doneRowsOf({
  created,
  updated,
  unchanged,
  refused,
}: Pick<ImportFile, ImportResult>): number {
  return created + updated + unchanged + refused
}
