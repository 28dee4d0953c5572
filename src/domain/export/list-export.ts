import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import { EXPORT_FORMATS } from './table-export.ts'

// The export of a list with more rows than are sent while one waits: the server makes its file in the background.

/** The lists that can be exported, by their calls. */
export const EXPORTED_LISTS = ['properties', 'users', 'loans', 'payments'] as const
export type ExportedListName = (typeof EXPORTED_LISTS)[number]

/** `running`: its file is being made, or waits for its turn. */
export const EXPORT_STATES = ['running', 'ready', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/**
 * A list with more rows is exported in the background. So many take about two seconds and 9 MB, which a phone on a slow
 * network receives in the minute that a person watches it.
 */
export const MOST_ROWS_AT_ONCE = 50_000

/** An export in the list of GET /admin/exports. */
export const ListExportSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    list: v.picklist(EXPORTED_LISTS),
    format: v.picklist(EXPORT_FORMATS),
    query: v.string(),
    state: v.picklist(EXPORT_STATES),
    rows: v.number(),
    total: v.nullable(v.number()),
    bytes: v.nullable(v.number()),
    problem: WireText,
    madeBy: WireText,
    isOwn: v.boolean(),
    createdAt: v.string(),
    endedAt: WireText,
  }),
  v.transform(({ _id, ...rest }) => ({ id: _id, ...rest })),
)
export type ListExport = v.InferOutput<typeof ListExportSchema>
