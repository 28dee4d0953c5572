import type { ColumnSettings } from './column-settings-store.ts'
import type { DataColumn } from './data-columns.ts'

/** The columns with a person's settings, always in the default order. */
export function arrangeColumns<Row, SyncStatus>(
  columns: readonly DataColumn<Row, SyncStatus>[],
  { hidden, pins, widths }: ColumnSettings,
): DataColumn<Row, SyncStatus>[] {
  // If every column is hidden, show all of them: a table without columns looks broken.
  const isAnyShown = columns.some(({ id }) => !hidden.includes(id))
  return columns.map((column) => {
    const { id, isPinned = false, canPin } = column
    return {
      ...column,
      isResized: widths[id] !== undefined,
      isHidden: isAnyShown && hidden.includes(id),
      isPinned: canPin ? (pins[id] ?? isPinned) : isPinned,
    }
  })
}

/** Shows or hides a column; the last shown column cannot be hidden. */
export function toggleColumn<Row>(
  settings: ColumnSettings,
  columns: readonly DataColumn<Row>[],
  columnId: string,
): ColumnSettings {
  const { hidden } = settings
  const next = hidden.includes(columnId)
    ? hidden.filter((id) => id !== columnId)
    : [...hidden, columnId]
  return columns.every(({ id }) => next.includes(id)) ? settings : { ...settings, hidden: next }
}

export function setPin(settings: ColumnSettings, columnId: string, isPinned: boolean) {
  return { ...settings, pins: { ...settings.pins, [columnId]: isPinned } }
}

export function setWidth(settings: ColumnSettings, columnId: string, px: number) {
  return { ...settings, widths: { ...settings.widths, [columnId]: px } }
}
