import type { ViewList } from '#src/domain/saved-view/view-list.ts'

// Rows about saved views (server/accounts/saved-views).

export interface SavedViewRow {
  id: string
  /** Who made it. */
  user_id: string
  list: ViewList
  name: string
  /** The query string of the list's address, which also has the order. */
  query: string
  /** JSON text of `ViewColumns`; null for the table's own columns. */
  columns: string | null
  is_shared: number
  version: number
  updated_at: string
}

/** What one person has over a view, their own or a shared one. */
export interface SavedViewLayerRow {
  user_id: string
  view_id: string
  /** A patch of the view's query (src/domain/saved-view/view-query.ts). */
  query: string
  columns: string | null
  /** 1 for the view that opens first; of one view a person. */
  is_start: number
  version: number
  updated_at: string
}
