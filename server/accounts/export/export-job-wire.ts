import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { EXPORT_STATES, EXPORTED_LISTS } from '#src/domain/export/list-export.ts'
import { EXPORT_FORMATS } from '#src/domain/export/table-export.ts'
import type { ListedExport } from './export-job-repository.ts'

const ListExportWireSchema = recordWith('ListExport', {
  _id: WireId,
  list: v.picklist(EXPORTED_LISTS),
  format: v.picklist(EXPORT_FORMATS),
  query: v.pipe(v.string(), v.description('Filters, search and order, as they were asked for.')),
  state: v.picklist(EXPORT_STATES),
  rows: v.pipe(v.number(), v.description('Rows looked through so far; of a ready file, its rows.')),
  total: v.nullable(
    v.pipe(v.number(), v.description('Rows to look through, if they were counted.')),
  ),
  bytes: v.nullable(v.number()),
  problem: v.nullable(v.pipe(v.string(), v.description('Why it failed, for people.'))),
  madeBy: v.nullable(v.string()),
  isOwn: v.pipe(v.boolean(), v.description('The caller asked for it, and may download it.')),
  createdAt: WireTime,
  endedAt: v.nullable(WireTime),
})
type ListExportWire = v.InferInput<typeof ListExportWireSchema>

export const ListExportsSchema = envelopeWith(v.array(ListExportWireSchema))
export type ListExportsAnswer = v.InferInput<typeof ListExportsSchema>

export const OrderedExportSchema = envelopeWith(ListExportWireSchema)
export type OrderedExportAnswer = v.InferInput<typeof OrderedExportSchema>

/** `userId` is the caller. */
export function toWireExport(row: ListedExport, userId: string): ListExportWire {
  const isOwn = row.user_id === userId
  return {
    _id: row.id,
    list: row.list,
    format: row.format,
    query: row.query,
    state: row.state,
    rows: row.row_count,
    total: row.total,
    bytes: row.bytes,
    problem: row.problem,
    madeBy: row.madeBy,
    isOwn,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

/** Example in the OpenAPI document. */
export const LIST_EXPORT_EXAMPLE: ListExportWire = {
  _id: '65a000000000000000000041',
  list: 'properties',
  format: 'csv',
  query: 'status=approved&sort=name',
  state: 'running',
  rows: 120_500,
  total: 748_211,
  bytes: null,
  problem: null,
  madeBy: 'Asha Rao',
  isOwn: true,
  createdAt: '2026-02-14T08:20:00.000Z',
  endedAt: null,
}
