import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  type ColumnSettings,
  changeColumnSettings,
  mendColumnSettings,
  NO_COLUMN_SETTINGS,
  parseColumnSettings,
  readColumnSettings,
  subscribeToColumnSettings,
} from './column-settings-store.ts'
import type { DataColumn } from './data-columns.ts'

/**
 * The settings of a table's columns on this device, and a function to change them. `key` identifies
 * the person, the table and the view. Until a person changes them, those of `base` apply.
 */
export function useColumnSettings<Row>(
  key: string,
  columns: readonly DataColumn<Row>[],
  base: ColumnSettings = NO_COLUMN_SETTINGS,
) {
  const text = useSyncExternalStore(subscribeToColumnSettings, () => readColumnSettings(key))
  const ids = useMemo(() => columns.map(({ id }) => id), [columns])
  const own = useMemo(() => pickSettings(base, ids), [base, ids])
  const settings = useMemo(
    () => (text === null ? own : parseColumnSettings(text, ids)),
    [text, ids, own],
  )
  useEffect(() => mendColumnSettings(key, ids, own), [key, ids, own])
  return {
    settings,
    change: (edit: (now: ColumnSettings) => ColumnSettings) =>
      changeColumnSettings(key, ids, edit, own),
  }
}

/** The base may be of a newer build, with columns that this one does not have. */
function pickSettings(base: ColumnSettings, ids: readonly string[]): ColumnSettings {
  return parseColumnSettings(JSON.stringify(base), ids)
}
