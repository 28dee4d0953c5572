import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { ImportCheckSchema, SheetSchema } from '#src/domain/import/import-file.ts'
import type { ListedImport } from './import-file-repository.ts'

const ImportWireSchema = recordWith('ImportFile', {
  _id: WireId,
  fileName: v.string(),
  state: v.picklist(['ready', 'running', 'done']),
  business: v.nullable(v.string()),
  createdBy: v.nullable(v.string()),
  createdAt: WireTime,
  finishedAt: v.nullable(WireTime),
  rows: v.pipe(WireCount, v.description('Without the names of the columns.')),
  created: WireCount,
  updated: WireCount,
  unchanged: WireCount,
  refused: WireCount,
})
type ImportWire = v.InferInput<typeof ImportWireSchema>

export const ImportListSchema = envelopeWith(v.array(ImportWireSchema))
export type ImportListAnswer = v.InferInput<typeof ImportListSchema>

export const ReceivedSchema = envelopeWith(v.strictObject({ _id: WireId }))
export type ReceivedFile = v.InferInput<typeof ReceivedSchema>

export const SheetAnswerSchema = envelopeWith(SheetSchema)
export type SheetAnswer = v.InferInput<typeof SheetAnswerSchema>

export const CheckAnswerSchema = envelopeWith(ImportCheckSchema)
export type CheckAnswer = v.InferInput<typeof CheckAnswerSchema>

export function toWireImport(file: ListedImport): ImportWire {
  return {
    _id: file.id,
    fileName: file.file_name,
    // Never 'reading' here: files that are being received are neither listed nor found.
    state: file.state === 'reading' ? 'ready' : file.state,
    business: file.businessName,
    createdBy: file.creatorName,
    createdAt: file.created_at,
    finishedAt: file.finished_at,
    rows: file.row_count,
    created: file.created,
    updated: file.updated,
    unchanged: file.unchanged,
    refused: file.refused,
  }
}

const IMPORT_EXAMPLE: ImportWire = {
  _id: '65a000000000000000000001',
  fileName: 'flats.csv',
  state: 'done',
  business: 'Sharma Estates',
  createdBy: 'Ravi Shah',
  createdAt: '2026-02-14T08:20:00.000Z',
  finishedAt: '2026-02-14T08:21:30.000Z',
  rows: 1200,
  created: 1150,
  updated: 30,
  unchanged: 8,
  refused: 12,
}

/** Examples in the OpenAPI document. */
export const IMPORTS_EXAMPLE: ImportListAnswer = { success: true, data: [IMPORT_EXAMPLE] }
export const RECEIVED_EXAMPLE: ReceivedFile = {
  success: true,
  data: { _id: IMPORT_EXAMPLE._id },
}
export const SHEET_EXAMPLE: SheetAnswer = {
  success: true,
  data: {
    columns: ['Ref', 'City'],
    sample: [['PUNE-0042', 'Pune']],
    namesRow: 1,
    head: [
      { row: 1, cells: ['Ref', 'City'] },
      { row: 2, cells: ['PUNE-0042', 'Pune'] },
    ],
    hiddenColumns: [],
  },
}
export const CHECK_EXAMPLE: CheckAnswer = {
  success: true,
  data: {
    sheet: 'Flats',
    rows: 1200,
    accepted: 1188,
    refused: 12,
    blank: 3,
    hidden: 1,
    notes: ['1 hidden row: not imported. Show hidden rows to import them.'],
    examples: [{ column: 'Cost', field: 'Price', values: ['₹45,00,000', '₹1,25,00,000'] }],
    errors: [
      {
        row: 17,
        column: 'Cost',
        cell: 'K17',
        text: '40-45 Lac',
        error: 'Enter an amount in rupees, such as 45,00,000, 45 Lac or 1.25 Cr.',
      },
    ],
  },
}
