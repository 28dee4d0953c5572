import type { SavedView, ViewColumns } from '#src/domain/saved-view/saved-view.ts'
import type { ViewList } from '#src/domain/saved-view/view-list.ts'
import { diffQueries, leaveOutViewless } from '#src/domain/saved-view/view-query.ts'
import { columnsOfView, queryOfView } from '#src/query-cache/use-saved-views.ts'
import { findColumnSettings } from '#src/ui/table/columns/column-settings-store.ts'
import { viewSettingsKey } from '#src/ui/table/table-view.ts'

// What a person has changed since a view was opened: the address holds the filters and the order, the settings of the
// view's columns are stored on the device.

/** The tables of the lists, as in the keys of their column settings. */
const TABLES: Readonly<Record<ViewList, string>> = {
  property: 'properties',
  users: 'users',
  loans: 'loans',
  payments: 'payments',
}

/** The key of the column settings of a list, or of a view of it. */
export function columnsKey(userId: string, list: ViewList, view: SavedView | null): string {
  return viewSettingsKey(`${userId}:${TABLES[list]}`, view?.id)
}

/** The query and the columns as they are on the screen. */
export function readShown(
  userId: string,
  list: ViewList,
  view: SavedView | null,
): { query: string; columns: ViewColumns | null } {
  const own = findColumnSettings(columnsKey(userId, list, view))
  return {
    query: leaveOutViewless(window.location.search),
    columns: own ?? (view && columnsOfView(view)),
  }
}

export function isQueryEdited(view: SavedView, search: string): boolean {
  return leaveOutViewless(search) !== queryOfView(view)
}

/** The layer that makes what is on the screen of the view. Columns that are the view's own stay the view's. */
export function layerOf(
  view: SavedView,
  shown: { query: string; columns: ViewColumns | null },
): { query: string; columns: ViewColumns | null; isStart: boolean } {
  const isSame = JSON.stringify(shown.columns) === JSON.stringify(view.columns)
  return {
    query: diffQueries(view.query, shown.query),
    columns: isSame ? null : shown.columns,
    isStart: view.layer?.isStart ?? false,
  }
}
