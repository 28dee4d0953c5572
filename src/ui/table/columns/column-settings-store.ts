// A person's settings of a table's columns on this device. Only differences from the columns' defaults are stored, and
// no data of the rows. The settings outlive a sign-out, under a key with the person's id.

export interface ColumnSettings {
  hidden: readonly string[]
  /** Whether a column is pinned, by column id; only where a person chose it. */
  pins: Readonly<Record<string, boolean>>
  /** By column id, in CSS pixels. */
  widths: Readonly<Record<string, number>>
}

export const NO_COLUMN_SETTINGS: ColumnSettings = { hidden: [], pins: {}, widths: {} }

const PREFIX = 'columns:'
const listeners = new Set<() => void>()
/** Settings that could not be stored; they apply until the page is left. */
const unstored = new Map<string, string | null>()

export function readColumnSettings(key: string): string | null {
  const kept = unstored.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(PREFIX + key)
  } catch (error) {
    console.warn('The column settings cannot be read.', error)
    unstored.set(key, null)
    return null
  }
}

/**
 * Applies a change to the settings as stored now, so that two tabs do not overwrite each other's choices. Without stored
 * settings, and after a return to them, those of `base` apply.
 */
export function changeColumnSettings(
  key: string,
  columnIds: readonly string[],
  change: (settings: ColumnSettings) => ColumnSettings,
  base: ColumnSettings = NO_COLUMN_SETTINGS,
): void {
  const text = readColumnSettings(key)
  const now = text === null ? base : parseColumnSettings(text, columnIds)
  write(key, formatColumnSettings(change(now), base))
}

/** Removes unreadable settings and those of columns that no longer exist. */
export function mendColumnSettings(
  key: string,
  columnIds: readonly string[],
  base: ColumnSettings = NO_COLUMN_SETTINGS,
): void {
  const text = readColumnSettings(key)
  if (text === null) return
  const mended = formatColumnSettings(parseColumnSettings(text, columnIds), base)
  if (text !== mended) write(key, mended)
}

/** The settings as they are stored, whichever columns the table has; null if there are none. */
export function findColumnSettings(key: string): ColumnSettings | null {
  const text = readColumnSettings(key)
  const stored = asRecord(parseJson(text))
  const hidden = Array.isArray(stored['hidden']) ? stored['hidden'].map(String) : []
  const named = [stored['pins'], stored['widths']].flatMap((part) => Object.keys(asRecord(part)))
  return text === null ? null : parseColumnSettings(text, [...new Set([...hidden, ...named])])
}

/** Returns to the settings of the base. */
export function removeColumnSettings(key: string): void {
  if (readColumnSettings(key) !== null) write(key, null)
}

export function subscribeToColumnSettings(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Ignores unknown columns and values of a wrong type. */
export function parseColumnSettings(
  text: string | null,
  columnIds: readonly string[],
): ColumnSettings {
  const stored = asRecord(parseJson(text))
  const hidden = Array.isArray(stored['hidden']) ? stored['hidden'] : []
  const widths = asRecord(stored['widths'])
  const pins = asRecord(stored['pins'])
  const isWidth = (value: unknown): value is number => Number.isFinite(value) && Number(value) > 0
  const isPin = (value: unknown): value is boolean => typeof value === 'boolean'
  return {
    hidden: columnIds.filter((id) => hidden.includes(id)),
    pins: pick(pins, columnIds, isPin),
    widths: pick(widths, columnIds, isWidth),
  }
}

function formatColumnSettings(settings: ColumnSettings, base: ColumnSettings): string | null {
  const text = JSON.stringify(settings)
  return text === JSON.stringify(base) ? null : text
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
    unstored.delete(key)
  } catch (error) {
    unstored.set(key, text)
    console.warn('The column settings cannot be kept for the next visit.', error)
  }
  for (const listener of listeners) listener()
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (error) {
    console.warn('The stored column settings are unreadable and are ignored.', error)
    return null
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function pick<Value>(
  values: Record<string, unknown>,
  ids: readonly string[],
  isValid: (value: unknown) => value is Value,
): Record<string, Value> {
  const valid = ids.flatMap((id) => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined
    return isValid(value) ? [[id, value] as const] : []
  })
  return Object.fromEntries(valid)
}
