// Checks of the fields of stored changes. Handwritten instead of a schema, for speed: every decision reads a queue of up
// to a thousand changes.

export type Row = Readonly<Record<string, unknown>>
export type Check = (value: unknown) => boolean
export type FieldChecks = Readonly<Record<string, Check>>

export const isText: Check = (value) => typeof value === 'string'
export const isCount: Check = (value) => typeof value === 'number' && !Number.isNaN(value)
export const isFlag: Check = (value) => typeof value === 'boolean'
export const isName: Check = (value) => isText(value) && value !== ''
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
export const isOneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value)

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function hasAll(row: Row, checks: FieldChecks): boolean {
  return Object.entries(checks).every(([name, check]) => check(row[name]))
}
