import { createContext, type ReactNode } from 'react'
import type { ColumnSettings } from './columns/column-settings-store.ts'

/** What a table knows of saved views. The app provides it, because views are on the server. */
export interface TableViews {
  /** The view that the address names; null for the list as it is. */
  active: { id: string; columns: ColumnSettings } | null
  /** The menu of the views, for the toolbar. */
  menu: ReactNode
}

export const TableViewContext = createContext<TableViews>({ active: null, menu: null })

/** Changes of a view's columns are stored apart from those of the list as it is. */
export function viewSettingsKey(settingsKey: string, viewId: string | undefined): string {
  return viewId === undefined ? settingsKey : `${settingsKey}:${viewId}`
}
