import { listSavedViews } from '#src/api/team/saved-views-api.ts'
import { queryPath } from '#src/config/paths.ts'
import type { SavedView, ViewColumns } from '#src/domain/saved-view/saved-view.ts'
import { applyPatch } from '#src/domain/saved-view/view-query.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The views of the lists that the person may see. Saved, so that they open offline. */
export const SAVED_VIEWS: SavedReadSource<readonly SavedView[]> = {
  name: 'saved-views',
  read: listSavedViews,
}

export function useSavedViews() {
  return useSavedRead(SAVED_VIEWS)
}

/** The query of a view as the person sees it: with their own layer. */
export function queryOfView({ query, layer }: SavedView): string {
  return applyPatch(query, layer?.query ?? '')
}

/** The columns of a view as the person sees it; null for the table's own. */
export function columnsOfView({ columns, layer }: SavedView): ViewColumns | null {
  return layer?.columns ?? columns
}

/** The address that opens a view. */
export function viewPath(view: SavedView): string {
  return queryPath(view.list, queryOfView(view), view.id)
}
