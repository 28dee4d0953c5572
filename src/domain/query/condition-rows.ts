import {
  type Condition,
  foldValue,
  type QueryField,
  type RangeCondition,
  type TextField,
  toMoments,
} from './condition.ts'

// Which rows pass conditions, as a device decides it. The server asks its database the same.

/** The rows that pass all conditions, in their order; the same list without conditions. */
export function filterRows<Row>(
  rows: readonly Row[],
  conditions: readonly Condition[],
  fields: readonly QueryField<NoInfer<Row>>[],
  nowMs: number,
): readonly Row[] {
  const tests = conditions.map((condition) => testOf(condition, fields, nowMs))
  return tests.length > 0 ? rows.filter((row) => tests.every((passes) => passes(row))) : rows
}

function testOf<Row>(
  condition: Condition,
  fields: readonly QueryField<Row>[],
  nowMs: number,
): (row: Row) => boolean {
  const field = fields.find(({ name }) => name === condition.name)
  if (field?.kind === 'text' && condition.kind === 'text') {
    const wanted = new Set(condition.values.map(foldValue))
    return (row) => listTexts(field, row, nowMs).some((text) => wanted.has(foldValue(text)))
  }
  if (field?.kind === 'range' && condition.kind === 'range')
    return (row) => isWithin(field.of(row, nowMs), condition)
  if (field?.kind === 'yes-no' && condition.kind === 'yes-no')
    return (row) => field.of(row, nowMs) === condition.isYes
  if (field?.kind === 'days' && condition.kind === 'days') {
    const { fromMs, beforeMs } = toMoments(condition)
    return (row) => {
      const atMs = Date.parse(field.of(row) ?? '')
      return atMs >= fromMs && atMs < beforeMs
    }
  }
  return () => false
}

/** The texts that a field has in a row. */
export function listTexts<Row>(field: TextField<Row>, row: Row, nowMs: number): readonly string[] {
  const value = field.of(row, nowMs)
  return typeof value === 'string' ? [value] : (value ?? [])
}

function isWithin(value: number | null, { from, to }: RangeCondition): boolean {
  return value !== null && (from === null || value >= from) && (to === null || value <= to)
}
