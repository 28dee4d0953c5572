import * as v from 'valibot'
import { LineSchema } from '#src/domain/text.ts'
import { VIEW_LISTS, type ViewList } from './view-list.ts'
import { leaveOutViewless } from './view-query.ts'

// Saved views of the panel's lists: a name for a query, an order and columns. A view is private or shared with the team.
// Over a view lies the layer of one person, which nobody else sees.

export const MOST_VIEWS = 100 // of one person; a menu with more is no longer read
const LONGEST_NAME = 60 // fits the menu of a phone in two lines
const LONGEST_QUERY = 1_500 // with the section, below the 2,048 characters of an address that the server accepts
const MOST_COLUMNS = 60 // the widest table has about twenty
const WIDEST_PX = 2_000

/** Differences from a table's own columns: which are hidden, pinned or unpinned, and widths in CSS pixels. */
export interface ViewColumns {
  hidden: readonly string[]
  pins: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}

const ColumnId = v.pipe(v.string(), v.regex(/^[a-z][\w-]{0,39}$/i, 'A column has no such name.'))

export const ViewColumnsSchema = v.strictObject({
  hidden: v.pipe(v.array(ColumnId), v.maxLength(MOST_COLUMNS)),
  pins: v.pipe(v.record(ColumnId, v.boolean()), v.maxEntries(MOST_COLUMNS)),
  widths: v.pipe(
    v.record(ColumnId, v.pipe(v.number(), v.minValue(1), v.maxValue(WIDEST_PX))),
    v.maxEntries(MOST_COLUMNS),
  ),
})

/** The query string of a list's address, without what only opens something over the list. */
const QuerySchema = v.pipe(
  v.string(),
  v.maxLength(LONGEST_QUERY, 'These filters are too long for a view. Remove some of them.'),
  v.transform(leaveOutViewless),
)

/** The body of PUT /admin/saved-views/{id}. */
export const NewViewSchema = v.strictObject({
  list: v.picklist(VIEW_LISTS),
  name: LineSchema('Name the view.', LONGEST_NAME),
  query: QuerySchema,
  columns: v.nullable(ViewColumnsSchema),
  isShared: v.boolean(),
})
export interface NewView {
  list: ViewList
  name: string
  query: string
  columns: ViewColumns | null
  isShared: boolean
}

/** The body of PUT /admin/saved-views/{id}/layer. */
export const ViewLayerSchema = v.strictObject({
  query: QuerySchema,
  columns: v.nullable(ViewColumnsSchema),
  isStart: v.boolean(),
})
export type ViewLayer = Pick<NewView, 'query' | 'columns'> & { isStart: boolean }

export interface SavedView extends NewView {
  id: string
  version: number
  /** Whether the signed-in person made it. */
  isOwn: boolean
  /** The name of the person who made it; null for an account without a name. */
  madeBy: string | null
  /** The signed-in person's own layer: `query` replaces parts of the view's (`applyPatch`). */
  layer: (ViewLayer & { version: number }) | null
}
