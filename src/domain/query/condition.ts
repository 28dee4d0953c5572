// Conditions on the rows of a list, as the address of the list has them: 'city=Pune&city=Goa&price=..5000000&video=no'.
// Pure, so that every list reads, writes and applies them in the same way; server/platform/database/condition-sql.ts
// has the same conditions in SQL.

import { fromIndianInput } from '#src/domain/dates.ts'
import { groupIndian } from '#src/domain/money.ts'

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

/** Passes rows whose moment is within both days of India, each as 'yyyy-mm-dd'; null for an open bound. */
export interface DaysCondition {
  kind: 'days'
  name: string
  from: string | null
  to: string | null
}

export type Condition = TextCondition | RangeCondition | YesNoCondition | DaysCondition

interface NamedField {
  /** Its name in the address. */
  name: string
  /** Its name on the screen. */
  label: string
  /** Whether only the roles that see the details of the rows may filter by it: an answer would tell the value. */
  isDetail?: true
  /** Whether other rows may pass later, though none has changed. */
  isOfTime?: true
}

export interface TextField<Row> extends NamedField {
  kind: 'text'
  /** Its text, or each of several. */
  of(row: Row, nowMs: number): string | readonly string[] | null
  /** The only values that it has; without them, any text. */
  choices?: readonly { value: string; label: string }[]
  /** Whether its values are ids of people. 'me' (reader-condition.ts) then stands for the person who reads the list. */
  isOfPeople?: true
  /** Values that a person can choose whether or not a row has them. */
  offered?: readonly string[]
  /** The text of a value; without it, that of the choice, or the value itself. */
  say?(value: string): string
}

export interface RangeField<Row> extends NamedField {
  kind: 'range'
  of(row: Row, nowMs: number): number | null
  /** The text of a bound: '₹50,00,000'. */
  say(bound: number): string
}

export interface YesNoField<Row> extends NamedField {
  kind: 'yes-no'
  of(row: Row, nowMs: number): boolean
  /** The texts of the two answers: 'With a video', 'Without a video'. */
  says: { yes: string; no: string }
}

export interface DaysField<Row> extends NamedField {
  kind: 'days'
  /** A moment, as ISO 8601; null if it is missing. */
  of(row: Row): string | null
}

/** What a list can be filtered by. */
export type QueryField<Row> = TextField<Row> | RangeField<Row> | YesNoField<Row> | DaysField<Row>

export interface ReadConditions {
  conditions: Condition[]
  /** A sentence for each part of the address that is no condition, and is left out. */
  problems: string[]
}

/** Characters of all conditions in an address, which proxies allow. */
export const LONGEST_QUERY = 8_192
const MOST_VALUES = 20 // of one field
const LONGEST_VALUE = 100 // the longest names of localities have about 60 characters
const LONGEST_SHOWN = 30
const MOST_NAMED = 5 // unknown parts, as many as a person would correct
const DAY_MS = 86_400_000
const DAYS = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/
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
  let chars = 0
  for (const field of fields) {
    const texts = address.getAll(field.name)
    if (texts.length === 0) continue
    const condition = readOne(field, texts)
    const added = condition ? writeConditions([condition]).toString().length + 1 : 0
    if (condition && chars + added <= LONGEST_QUERY) {
      chars += added
      read.conditions.push(condition)
    } else if (condition) read.problems.push(`${field.label} makes the filters longer than 8 kB.`)
    else read.problems.push(`${field.label} cannot be “${shorten(texts.join(', '))}”.`)
  }
  return read
}

/** A sentence for each part of an address that is neither a field nor one of the other names. */
export function listUnknownParts(
  address: URLSearchParams,
  fields: readonly NamedField[],
  otherNames: ReadonlySet<string>,
): string[] {
  const known = new Set([...otherNames, ...fields.map(({ name }) => name)])
  const names = [...new Set(address.keys())].filter((name) => !known.has(name))
  const named = names.slice(0, MOST_NAMED).map((name) => `There is no filter “${shorten(name)}”.`)
  const more = names.length - named.length
  return more > 0 ? [...named, `And ${groupIndian(more)} more.`] : named
}

function readOne<Row>(field: QueryField<Row>, texts: readonly string[]): Condition | null {
  const { kind, name } = field
  if (kind === 'text') {
    const values = [...new Set(texts.map((text) => text.trim()))]
    const isRead = values.every((value) => isValue(value, field))
    return isRead && values.length <= MOST_VALUES ? { kind, name, values } : null
  }
  const [text = ''] = texts
  if (texts.length > 1) return null
  if (kind === 'yes-no')
    return text === 'yes' || text === 'no' ? { kind, name, isYes: text === 'yes' } : null
  if (kind === 'days') return readDays(name, text)
  const [whole, from, to] = RANGE.exec(text) ?? []
  if (whole === undefined || whole === '..') return null
  const range = { from: from ? Number(from) : null, to: to ? Number(to) : null }
  const isOrdered = range.from === null || range.to === null || range.from <= range.to
  return isOrdered ? { kind, name, ...range } : null
}

function isValue<Row>(value: string, { choices }: TextField<Row>): boolean {
  if (choices) return choices.some((choice) => choice.value === value)
  return value !== '' && value.length <= LONGEST_VALUE
}

function readDays(name: string, text: string): DaysCondition | null {
  const [whole, from = null, to = null] = DAYS.exec(text) ?? []
  if (whole === undefined || whole === '..') return null
  const areDays = [from, to].every((day) => day === null || startOfDay(day) !== null)
  const isOrdered = from === null || to === null || from <= to
  return areDays && isOrdered ? { kind: 'days', name, from, to } : null
}

/** The moment, as epoch milliseconds, at which a day of India begins; null for a text that is no day. */
export function startOfDay(day: string): number | null {
  const moment = fromIndianInput(`${day}T00:00`)
  return moment === null ? null : Date.parse(moment)
}

/** The values of a condition in the address; the inverse of `readConditions`. */
export function writeCondition(condition: Condition): readonly string[] {
  if (condition.kind === 'text') return condition.values
  if (condition.kind === 'yes-no') return [condition.isYes ? 'yes' : 'no']
  return [`${condition.from ?? ''}..${condition.to ?? ''}`]
}

/** All conditions as an address. */
export function writeConditions(conditions: readonly Condition[]): URLSearchParams {
  const address = new URLSearchParams()
  for (const condition of conditions)
    for (const value of writeCondition(condition)) address.append(condition.name, value)
  return address
}

/** From the beginning of the first day to before the end of the last one, as epoch milliseconds; infinite if it is open. */
export function toMoments({ from, to }: DaysCondition): { fromMs: number; beforeMs: number } {
  const lastMs = to === null ? null : startOfDay(to)
  return {
    fromMs: (from === null ? null : startOfDay(from)) ?? -Infinity,
    beforeMs: lastMs === null ? Infinity : lastMs + DAY_MS,
  }
}

/** Whole days since a time; null for a missing or unreadable one. A time in the future counts as today. */
export function daysSince(at: string | null, nowMs: number): number | null {
  const atMs = Date.parse(at ?? '')
  return Number.isNaN(atMs) ? null : Math.max(0, Math.floor((nowMs - atMs) / DAY_MS))
}

/** Two texts are equal if they differ only in case, spaces around them, or the code points of the same letter. */
export function foldValue(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

const shorten = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
