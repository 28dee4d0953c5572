import { formatDate } from '#src/domain/dates.ts'
import {
  type Condition,
  type DaysCondition,
  type QueryField,
  type RangeCondition,
  type RangeField,
  startOfDay,
  type TextField,
} from './condition.ts'

/** A condition in words: 'City: Pune or Goa', 'Price: ₹10,00,000 to ₹50,00,000', 'Without a video'. */
export function sayCondition<Row>(condition: Condition, field: QueryField<Row>): string {
  if (condition.kind === 'yes-no' && field.kind === 'yes-no')
    return condition.isYes ? field.says.yes : field.says.no
  if (condition.kind === 'range' && field.kind === 'range')
    return `${field.label}: ${sayRange(condition, field)}`
  if (condition.kind === 'days') return `${field.label}: ${sayDays(condition)}`
  if (condition.kind !== 'text' || field.kind !== 'text') return field.label
  return `${field.label}: ${condition.values.map((value) => sayValue(value, field)).join(' or ')}`
}

/** One value of a field with text, in words. */
export function sayValue<Row>(value: string, { choices, say }: TextField<Row>): string {
  return say?.(value) ?? choices?.find((choice) => choice.value === value)?.label ?? value
}

function sayDays({ from, to }: DaysCondition): string {
  const [first, last] = [from, to].map((day) => formatDate(day === null ? null : startOfDay(day)))
  if (from === null) return `until ${last}`
  if (to === null) return `from ${first}`
  return from === to ? `${first}` : `${first} to ${last}`
}

function sayRange<Row>({ from, to }: RangeCondition, { say }: RangeField<Row>): string {
  if (from === null) return `up to ${say(to ?? 0)}`
  if (to === null) return `${say(from)} or more`
  return from === to ? say(from) : `${say(from)} to ${say(to)}`
}
