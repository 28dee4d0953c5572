import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import {
  type NewView,
  type SavedView,
  ViewColumnsSchema,
  type ViewLayer,
} from '#src/domain/saved-view/saved-view.ts'
import { VIEW_LISTS } from '#src/domain/saved-view/view-list.ts'
import { WireText } from '#src/domain/text.ts'

// The saved views of the panel's lists. Each call throws ApiError.

const PATH = '/admin/saved-views'

/** A newer server may send columns that this build cannot read: the list then has its own. */
const Columns = v.fallback(v.nullable(ViewColumnsSchema), null)
const ViewSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    list: v.picklist(VIEW_LISTS),
    name: v.string(),
    query: v.string(),
    columns: Columns,
    isShared: v.boolean(),
    isOwn: v.boolean(),
    madeBy: WireText,
    version: v.number(),
    layer: v.nullable(
      v.object({ query: v.string(), columns: Columns, isStart: v.boolean(), version: v.number() }),
    ),
  }),
  v.transform(({ _id, list, name, query, columns, isShared, isOwn, madeBy, version, layer }) => {
    return { id: _id, list, name, query, columns, isShared, isOwn, madeBy, version, layer }
  }),
)
const ViewsAnswer = envelopeOf(listOf(ViewSchema))
const DoneAnswer = v.looseObject({ success: v.literal(true) })

/** GET /admin/saved-views; null when unchanged. */
export function listSavedViews(read: ConditionalRead) {
  return callIfChanged(PATH, ViewsAnswer, read)
}

/** PUT: stores a new view (`version` null) or changes one. 412 if another device has changed it since `version`. */
export async function putSavedView(id: string, view: NewView, version: number | null) {
  await call(pathOf(id), DoneAnswer, { method: 'PUT', body: view, ...match(version) })
}

/** PUT: stores the person's own layer over a view; the same 412. */
export async function putViewLayer({ id, layer: before }: SavedView, layer: ViewLayer) {
  const path = `${pathOf(id)}/layer`
  await call(path, DoneAnswer, { method: 'PUT', body: layer, ...match(before?.version ?? null) })
}

/** DELETE: the view and all layers over it. */
export async function deleteSavedView({ id, version }: SavedView) {
  await call(pathOf(id), DoneAnswer, { method: 'DELETE', ...match(version) })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

function match(version: number | null) {
  return version === null ? {} : { headers: { 'If-Match': `"${version}"` } }
}
