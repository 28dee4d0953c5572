import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireVersion,
} from '#server/platform/http/calls/wire-values.ts'
import { VIEW_LISTS } from '#src/domain/saved-view/view-list.ts'
import type { ListedView } from './saved-view-repository.ts'

const ColumnsWireSchema = v.pipe(
  v.strictObject({
    hidden: v.array(v.string()),
    pins: v.record(v.string(), v.boolean()),
    widths: v.record(v.string(), v.number()),
  }),
  v.description("Differences from the table's own columns; widths in CSS pixels."),
)

const SavedViewWireSchema = recordWith('SavedView', {
  _id: WireId,
  list: v.picklist(VIEW_LISTS),
  name: v.string(),
  query: v.pipe(
    v.string(),
    v.description("The query string of the list's address: filters, search and order."),
  ),
  columns: v.nullable(ColumnsWireSchema),
  isShared: v.boolean(),
  isOwn: v.pipe(v.boolean(), v.description('The caller made it.')),
  madeBy: v.nullable(v.string()),
  version: WireVersion,
  layer: v.nullable(
    v.strictObject({
      query: v.pipe(
        v.string(),
        v.description('Replaces parts of the query: an empty value removes one.'),
      ),
      columns: v.nullable(ColumnsWireSchema),
      isStart: v.pipe(v.boolean(), v.description('The view opens first.')),
      version: WireVersion,
    }),
  ),
})

export const SavedViewListSchema = envelopeWith(v.array(SavedViewWireSchema))
export type SavedViewListAnswer = v.InferInput<typeof SavedViewListSchema>

type WireColumns = v.InferInput<typeof ColumnsWireSchema>

export function toWireView(view: ListedView, userId: string): SavedViewListAnswer['data'][number] {
  const { id, list, name, query, columns, is_shared, user_id, madeBy, version } = view
  const { layerQuery, layerColumns, layerStart, layerVersion } = view
  return {
    _id: id,
    list,
    name,
    query,
    columns: readColumns(columns),
    isShared: is_shared === 1,
    isOwn: user_id === userId,
    madeBy,
    version,
    layer:
      layerQuery === null || layerVersion === null
        ? null
        : {
            query: layerQuery,
            columns: readColumns(layerColumns),
            isStart: layerStart === 1,
            version: layerVersion,
          },
  }
}

function readColumns(text: string | null): WireColumns | null {
  return text === null ? null : (JSON.parse(text) as WireColumns) // written from a validated body
}

/** Example in the OpenAPI document. */
export const SAVED_VIEWS_EXAMPLE: SavedViewListAnswer = {
  success: true,
  data: [
    {
      _id: '65a000000000000000000031',
      list: 'property',
      name: 'Pune, waiting, up to 50 Lac',
      query: 'city=Pune&price=..5000000&sort=listed&status=pending',
      columns: { hidden: ['rent'], pins: { id: false }, widths: { title: 240 } },
      isShared: true,
      isOwn: false,
      madeBy: 'Asha Rao',
      version: 2,
      layer: { query: 'video=yes', columns: null, isStart: true, version: 1 },
    },
  ],
}
