import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  type ColumnSettings,
  changeColumnSettings,
  mendColumnSettings,
  parseColumnSettings,
  readColumnSettings,
  subscribeToColumnSettings,
} from './column-settings-store.ts'
import type { DataColumn } from './data-columns.ts'

/**
 * The settings of a table's columns on this device, and a function to change them. `key` identifies
 * the person and the table.
 */
export function useColumnSettings<Row>(key: string, columns: readonly DataColumn<Row>[]) {
  const text = useSyncExternalStore(subscribeToColumnSettings, () => readColumnSettings(key))
  const ids = useMemo(() => columns.map(({ id }) => id), [columns])
  const settings = useMemo(() => parseColumnSettings(text, ids), [text, ids])
  useEffect(() => mendColumnSettings(key, ids), [key, ids])
  return {
    settings,
    change: (edit: (now: ColumnSettings) => ColumnSettings) => changeColumnSettings(key, ids, edit),
  }
}
