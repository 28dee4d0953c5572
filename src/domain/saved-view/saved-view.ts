import * as v from 'valibot'
import { LineSchema } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { VIEW_LISTS, type ViewList } from './view-list.ts'
import { leaveOutViewless } from './view-query.ts'

// Saved views of the panel's lists: a name for a query, an order and columns. A view is private or shared with the team.
// Over a view lies the layer of one person, which nobody else sees.

export const MOST_VIEWS = 100 // of one person; a menu with more is no longer read
const LONGEST_NAME = 60 // fits the menu of a phone in two lines
const LONGEST_QUERY = 1_500 // more than the filters of any list; a person has up to a hundred views
const MOST_COLUMNS = 60 // the widest table has about twenty
const TOO_MANY = `A view has at most ${MOST_COLUMNS} columns.`
const WIDEST_PX = 2_000

/** Differences from a table's own columns: which are hidden, pinned or unpinned, and widths in CSS pixels. */
export interface ViewColumns {
  hidden: readonly string[]
  pins: Readonly<Record<string, boolean>>
  widths: Readonly<Record<string, number>>
}

const ColumnId = v.pipe(v.string(), v.regex(/^[a-z][\w-]{0,39}$/i, 'A column has no such name.'))

export const ViewColumnsSchema = v.strictObject({
  hidden: boundedList(ColumnId, MOST_COLUMNS, {
    notAList: 'The hidden columns must be a list.',
    tooMany: TOO_MANY,
  }),
  pins: ofColumns(v.boolean()),
  widths: ofColumns(v.pipe(v.number(), v.minValue(1), v.maxValue(WIDEST_PX))),
})

/** Values by column, which are looked at only if there are not too many. */
function ofColumns<Value extends v.GenericSchema>(value: Value) {
  return v.pipe(
    v.record(v.string(), v.unknown()),
    v.maxEntries(MOST_COLUMNS, TOO_MANY),
    v.record(ColumnId, value),
  )
}

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
