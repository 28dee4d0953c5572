import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Condition,
  type DaysCondition,
  foldValue,
  type RangeCondition,
  toMoments,
} from '#src/domain/query/condition.ts'
import type { Tables } from './schema.ts'

// The conditions of src/domain/query/condition.ts in SQL. The same rows pass as on a device.

const DAY_MS = 86_400_000
const MAX_TIME_MS = 8.64e15 // of a Date (ECMA-262, 21.4.1.1)
const FEW_ROWS = 5_000 // more are found sooner by reading the list in its order than by sorting them

/** What a field of the query language is in the table of its list, which a query has under the alias `t`. */
export type SqlField =
  /** Text in an index that begins with the column. */
  | { kind: 'words'; table: 'listings' | 'loans' | 'transactions'; column: string }
  /** Ids, in lower case. */
  | { kind: 'ids'; column: RawBuilder<unknown> }
  /** A text with few values, which another query tells; null for one without a value. */
  | { kind: 'choice'; value(now: string): RawBuilder<unknown> }
  /** Values that another table tells. */
  | { kind: 'lookup'; isOneOf(values: readonly string[]): RawBuilder<unknown> }
  /** Paise, which a device has as rupees. */
  | { kind: 'amount'; paise: RawBuilder<unknown> }
  | { kind: 'count'; value: RawBuilder<unknown> }
  /** Days since a time, which is never missing. */
  | { kind: 'age'; at: RawBuilder<unknown> }
  | { kind: 'days'; at: RawBuilder<unknown> }
  | { kind: 'yes-no'; is(now: string): RawBuilder<unknown> }

export type SqlFields = Readonly<Record<string, SqlField>>

/** The condition for a `where` that all conditions hold; null without conditions. A condition on no field holds for no row. */
export async function toWhere(
  db: Kysely<Tables>,
  conditions: readonly Condition[],
  { fields, now }: { fields: SqlFields; now: Date },
): Promise<RawBuilder<boolean> | null> {
  if (conditions.length === 0) return null
  const parts = await Promise.all(
    conditions.map((condition) => toSql(db, condition, fields[condition.name], now)),
  )
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

async function toSql(
  db: Kysely<Tables>,
  condition: Condition,
  field: SqlField | undefined,
  now: Date,
): Promise<RawBuilder<unknown>> {
  if (condition.kind === 'text' && field) return isOneOf(db, condition.values, field, now)
  if (condition.kind === 'days' && field?.kind === 'days') return isWithinDays(condition, field.at)
  if (condition.kind === 'yes-no' && field?.kind === 'yes-no') {
    const is = field.is(now.toISOString())
    return condition.isYes ? is : sql`case when ${is} then 0 else 1 end = 1`
  }
  if (condition.kind === 'range' && field) return isInRange(condition, field, now)
  return sql`1 = 0`
}

async function isOneOf(
  db: Kysely<Tables>,
  values: readonly string[],
  field: SqlField,
  now: Date,
): Promise<RawBuilder<unknown>> {
  const folded = values.map(foldValue)
  if (field.kind === 'ids') return sql`${field.column} in (${sql.join(folded)})`
  if (field.kind === 'choice')
    return sql`${field.value(now.toISOString())} in (${sql.join(folded)})`
  if (field.kind === 'lookup') return field.isOneOf(folded)
  if (field.kind !== 'words') return sql`1 = 0`
  const wanted = new Set(folded)
  const stored = (await listValues(db, field)).filter((value) => wanted.has(foldValue(value)))
  if (stored.length === 0) return sql`1 = 0`
  const column = sql.ref(field.column)
  const matches = sql`in (${sql.join(stored)})`
  // An expression hides the column from the planner of SQLite, which would take its index and sort all matches.
  return (await areFew(db, field, stored))
    ? sql`${column} ${matches}`
    : sql`(${column} || '') ${matches}`
}

type Words = Extract<SqlField, { kind: 'words' }>

/**
 * All values of a column, each read with one seek in its index. Which of them count as equal is decided here, because
 * neither database folds case and code points as a device does.
 */
async function listValues(db: Kysely<Tables>, { table, column }: Words): Promise<string[]> {
  const from = sql.table(table)
  const ref = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found(value) as (
      select (select min(${ref}) from ${from})
      union all
      select (select min(${ref}) from ${from} where ${ref} > found.value) from found where found.value is not null
    ) select value from found where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}

async function areFew(
  db: Kysely<Tables>,
  { table, column }: Words,
  values: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select count(*) as found from (
    select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)})
    limit ${sql.lit(FEW_ROWS)}) as counted`.execute(db)
  return Number(rows[0]?.found) < FEW_ROWS
}

function isInRange(range: RangeCondition, field: SqlField, now: Date): RawBuilder<unknown> {
  if (field.kind === 'age') return isOfAge(range, field.at, now)
  if (field.kind === 'count') return isBetween(range, field.value)
  // The same division as for a device, so that both have the same number, also beyond 2^53 paise.
  if (field.kind === 'amount')
    return isBetween(range, sql`(cast(${field.paise} as double precision) / 100)`)
  return sql`1 = 0`
}

function isBetween({ from, to }: RangeCondition, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const bounds = [
    ...(from === null ? [] : [sql`${value} >= ${toNumber(from)}`]),
    ...(to === null ? [] : [sql`${value} <= ${toNumber(to)}`]),
  ]
  return sql.join(bounds, sql` and `)
}

function toNumber(bound: number): RawBuilder<unknown> {
  return sql`cast(${bound} as double precision)`
}

/** An age of whole days is at least n if the time is n days ago or more, and at most n if it is less than n + 1 days ago. */
function isOfAge({ from, to }: RangeCondition, at: RawBuilder<unknown>, now: Date) {
  const ago = (days: number) => now.getTime() - days * DAY_MS
  const untilMs = from !== null && from > 0 ? ago(Math.ceil(from)) : Infinity
  const afterMs = to === null ? -Infinity : ago(Math.floor(to) + 1)
  if (untilMs < -MAX_TIME_MS) return sql`1 = 0`
  const bounds = [
    ...(untilMs === Infinity ? [] : [sql`${at} <= ${toTime(untilMs)}`]),
    ...(afterMs < -MAX_TIME_MS ? [] : [sql`${at} > ${toTime(afterMs)}`]),
  ]
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`1 = 1`
}

function isWithinDays(condition: DaysCondition, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const { fromMs, beforeMs } = toMoments(condition)
  const bounds = [
    ...(fromMs === -Infinity ? [] : [sql`${at} >= ${toTime(fromMs)}`]),
    ...(beforeMs === Infinity ? [] : [sql`${at} < ${toTime(beforeMs)}`]),
  ]
  return sql.join(bounds, sql` and `)
}

/** Stored times are ISO 8601 in UTC with milliseconds, so that their order is the order of their texts. */
function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
