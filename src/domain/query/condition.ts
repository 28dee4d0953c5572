// Conditions on the rows of a list, as the address of the list has them: 'city=Pune&city=Goa&price=..5000000&video=no'.
// Pure, so that every list reads, writes and applies them in the same way.

/** Passes rows whose text is one of the values. */
export interface TextCondition {
  kind: 'text'
  name: string
  values: readonly string[]
}

/** Passes rows whose number is within both bounds; null for an open bound. A row without the number does not pass. */
export interface RangeCondition {
  kind: 'range'
  name: string
  from: number | null
  to: number | null
}

/** Passes rows for which the question is answered with `isYes`. */
export interface YesNoCondition {
  kind: 'yes-no'
  name: string
  isYes: boolean
}

export type Condition = TextCondition | RangeCondition | YesNoCondition

interface NamedField {
  /** Its name in the address. */
  name: string
  /** Its name on the screen. */
  label: string
}

export interface TextField<Row> extends NamedField {
  kind: 'text'
  of(row: Row): string | null
}

export interface RangeField<Row> extends NamedField {
  kind: 'range'
  of(row: Row, nowMs: number): number | null
  /** The text of a bound: '₹50,00,000'. */
  say(bound: number): string
}

export interface YesNoField<Row> extends NamedField {
  kind: 'yes-no'
  of(row: Row): boolean
  /** The texts of the two answers: 'With a video', 'Without a video'. */
  says: { yes: string; no: string }
}

/** What a list can be filtered by. */
export type QueryField<Row> = TextField<Row> | RangeField<Row> | YesNoField<Row>

export interface ReadConditions {
  conditions: Condition[]
  /** A sentence for each part of the address that is no condition, and is left out. */
  problems: string[]
}

const MOST_VALUES = 20 // of one field; an address stays under the 8 kB that proxies allow
const LONGEST_VALUE = 100 // the longest names of localities have about 60 characters
const LONGEST_SHOWN = 30
const RANGE = /^(\d{1,15}(?:\.\d{1,2})?)?\.\.(\d{1,15}(?:\.\d{1,2})?)?$/

/**
 * Reads the conditions of an address. What it cannot read is left out and named: a filter that says less than its address
 * would show rows that the person meant to exclude.
 */
export function readConditions<Row>(
  address: URLSearchParams,
  fields: readonly QueryField<Row>[],
): ReadConditions {
  const read: ReadConditions = { conditions: [], problems: [] }
  for (const field of fields) {
    const texts = address.getAll(field.name)
    if (texts.length === 0) continue
    const condition = readOne(field, texts)
    if (condition) read.conditions.push(condition)
    else read.problems.push(`${field.label} cannot be “${shorten(texts.join(', '))}”.`)
  }
  return read
}

function readOne<Row>({ kind, name }: QueryField<Row>, texts: readonly string[]): Condition | null {
  if (kind === 'text') {
    const values = [...new Set(texts.map((text) => text.trim()))]
    const isRead = values.every((value) => value !== '' && value.length <= LONGEST_VALUE)
    return isRead && values.length <= MOST_VALUES ? { kind, name, values } : null
  }
  const [text = ''] = texts
  if (texts.length > 1) return null
  if (kind === 'yes-no')
    return text === 'yes' || text === 'no' ? { kind, name, isYes: text === 'yes' } : null
  const [whole, from, to] = RANGE.exec(text) ?? []
  if (whole === undefined || whole === '..') return null
  const range = { from: from ? Number(from) : null, to: to ? Number(to) : null }
  const isOrdered = range.from === null || range.to === null || range.from <= range.to
  return isOrdered ? { kind, name, ...range } : null
}

/** The values of a condition in the address; the inverse of `readConditions`. */
export function writeCondition(condition: Condition): readonly string[] {
  if (condition.kind === 'text') return condition.values
  if (condition.kind === 'yes-no') return [condition.isYes ? 'yes' : 'no']
  return [`${condition.from ?? ''}..${condition.to ?? ''}`]
}

/** The rows that pass all conditions, in their order; the same list without conditions. */
export function filterRows<Row>(
  rows: readonly Row[],
  conditions: readonly Condition[],
  fields: readonly QueryField<Row>[],
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
    return (row) => wanted.has(foldValue(field.of(row) ?? ''))
  }
  if (field?.kind === 'range' && condition.kind === 'range')
    return (row) => isWithin(field.of(row, nowMs), condition)
  if (field?.kind === 'yes-no' && condition.kind === 'yes-no')
    return (row) => field.of(row) === condition.isYes
  return () => false
}

function isWithin(value: number | null, { from, to }: RangeCondition): boolean {
  return value !== null && (from === null || value >= from) && (to === null || value <= to)
}

/** Two texts are equal if they differ only in case, spaces around them, or the code points of the same letter. */
export function foldValue(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** A condition in words: 'City: Pune or Goa', 'Price: ₹10,00,000 to ₹50,00,000', 'Without a video'. */
export function sayCondition<Row>(condition: Condition, field: QueryField<Row>): string {
  if (condition.kind === 'yes-no' && field.kind === 'yes-no')
    return condition.isYes ? field.says.yes : field.says.no
  if (condition.kind === 'range' && field.kind === 'range')
    return `${field.label}: ${sayRange(condition, field)}`
  return condition.kind === 'text'
    ? `${field.label}: ${condition.values.join(' or ')}`
    : field.label
}

function sayRange<Row>({ from, to }: RangeCondition, { say }: RangeField<Row>): string {
  if (from === null) return `up to ${say(to ?? 0)}`
  if (to === null) return `${say(from)} or more`
  return from === to ? say(from) : `${say(from)} to ${say(to)}`
}

const shorten = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
