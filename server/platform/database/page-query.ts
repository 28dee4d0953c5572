import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'
import {
  containsAll,
  readPatterns,
  readSample,
  selectFound,
  type WordsTable,
} from './search-words.ts'
import { shareOf } from './trigrams.ts'

// Keyset pagination: each page starts after the last row of the previous one, so late pages cost no
// more than the first. Rows without a value in the sorted column come last, whichever the direction and
// the database. So a list is read in two index scans: first the rows with a value, then those without.

/** Where a row is in a list: its sort key, and the id as tie-breaker. */
export interface RowPosition {
  id: string
  key: string | number | null
}

/** A range of rows: excludes `after`, includes `upTo`. Null is the start or end of the list. */
export interface PositionRange {
  after: RowPosition | null
  upTo: RowPosition | null
}

export interface Order {
  column: 'created_at' | 'name_key' | 'price_key' | 'due_at'
  isNullable: boolean
  direction: 'asc' | 'desc'
}

export interface PageQuery {
  table: 'listings' | 'users' | 'loans'
  words: WordsTable
  order: Order
  /**
   * A row must match one of these filters, and no row matches two. Each filter has an index in the
   * order of the list. Without any filter, the page is empty.
   */
  branches: readonly RawBuilder<unknown>[]
  /** A condition that the rows must meet besides, on the alias `t` of the table. */
  where?: RawBuilder<unknown> | null
  q: string
  after: RowPosition | null
  most: number
}

// If at least one row in a hundred matches, scanning the list in order fills a page long before the
// trigram index has returned all matches. For rarer words the trigram index is faster.
const COMMON = 0.01 // share of the rows
const MAX_SCANNED_ROWS = 6_000
const SPARE = 1.5 // scans more rows than estimated by this factor: matches are not spread evenly
const MAX_SCANS = 2 // a first scan that finds too few matches corrects the estimate for the second scan

/** The sort keys and ids of one page, in order. */
export async function listPositions(db: Kysely<Tables>, query: PageQuery): Promise<RowPosition[]> {
  const { order, after, most, branches } = query
  if (branches.length === 0) return []
  const patterns = readPatterns(query.q)
  if (patterns.length > 0) return search(db, query, patterns)
  const isInValues = after === null || after.key !== null
  const found = isInValues ? await scanIndex(db, query, afterValue(order, after)) : []
  if (!order.isNullable || found.length >= most) return found
  const rest = { ...query, most: most - found.length }
  return [...found, ...(await scanIndex(db, rest, afterMissing(order, after)))]
}

/** The table and filter of a list. */
export interface NewestList {
  table: PageQuery['table'] | 'grievances'
  where: RawBuilder<unknown>
}

/** The rows in a range of a list sorted newest first; without `most`, the whole range. */
export async function listNewestPositions(
  db: Kysely<Tables>,
  { table, where }: NewestList,
  range: PositionRange,
  most?: number,
): Promise<RowPosition[]> {
  const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  const { rows } = await sql<RowPosition>`
    select id, created_at as key from ${sql.table(table)}
    where ${where} and ${inNewestRange(range, table)}
    order by created_at desc, id desc ${limit}`.execute(db)
  return rows
}

/** SQL condition: the row is in this range of a list sorted newest first. */
export function inNewestRange({ after, upTo }: PositionRange, table: string): RawBuilder<boolean> {
  const position = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`
  const behind = after ? sql`${position} < (${after.key}, ${after.id})` : sql`1 = 1`
  const before = upTo ? sql`${position} >= (${upTo.key}, ${upTo.id})` : sql`1 = 1`
  return sql<boolean>`${behind} and ${before}`
}

/** Like `inNewestRange`, for a row in memory. */
export function isInNewestRange(position: RowPosition, { after, upTo }: PositionRange): boolean {
  return (!after || isBefore(position, after)) && (!upTo || !isBefore(position, upTo))
}

/** Compares like both databases, which sort these columns by character code. */
function isBefore(one: RowPosition, other: RowPosition): boolean {
  if (one.key === other.key) return one.id < other.id
  return String(one.key) < String(other.key)
}

/** Sorts the rows by the order of the ids, and skips ids without a row. */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const ALL = sql`1 = 1`

/** How many rows a list without a search has, at most `most`. */
export async function countRows(
  db: Kysely<Tables>,
  { table, branches, where }: Pick<PageQuery, 'table' | 'branches' | 'where'>,
  most: number,
): Promise<number> {
  if (branches.length === 0) return 0
  const { rows } = await sql<{ found: number }>`select count(*) as found from (
    select 1 from ${sql.table(table)} as t
    where (${sql.join(branches, sql` or `)}) and ${where ?? ALL}
    limit ${sql.lit(most)}) as counted`.execute(db)
  return Number(rows[0]?.found)
}

async function scanIndex(
  db: Kysely<Tables>,
  query: PageQuery,
  start: RawBuilder<unknown>,
): Promise<RowPosition[]> {
  return (await selectIndexScan(query, start, query.most).execute(db)).rows
}

async function search(
  db: Kysely<Tables>,
  query: PageQuery,
  patterns: readonly string[],
): Promise<RowPosition[]> {
  const { order, after, most } = query
  const isInValues = after === null || after.key !== null
  const start = isInValues ? afterValue(order, after) : afterMissing(order, after)
  const sample = await readSample(db, query.words)
  let share = shareOf(patterns, sample)
  for (let scans = 0; scans < MAX_SCANS && share >= COMMON; scans += 1) {
    const length = Math.min(Math.ceil((SPARE * most) / share), MAX_SCANNED_ROWS)
    const found = await scanIndexFor(db, query, start, patterns, length)
    if (found.length === most) return found
    if (length === MAX_SCANNED_ROWS) break
    share = found.length / length
  }
  // The matches of a trigram search are sorted anyway, so one query returns the rows with a value and those without.
  const isBoth = isInValues && order.isNullable
  const rest = isBoth ? sql`(${start} or ${sql.ref(`t.${order.column}`)} is null)` : start
  return findByTrigrams(db, query, rest, selectFound(db, query.words, patterns, sample))
}

async function scanIndexFor(
  db: Kysely<Tables>,
  query: PageQuery,
  start: RawBuilder<unknown>,
  patterns: readonly string[],
  length: number,
): Promise<RowPosition[]> {
  // `cross join`, here and below, makes SQLite keep the written order of the tables.
  const { rows } = await sql<RowPosition>`
    select p.id as id, p.key as key
    from (${selectIndexScan(query, start, length)}) as p cross join ${sql.table(query.words)} as w
    where w.id = p.id and ${containsAll(db, sql`w.text`, patterns)}
    ${orderBy(query.order)} limit ${sql.lit(query.most)}`.execute(db)
  return rows
}

async function findByTrigrams(
  db: Kysely<Tables>,
  { table, order, branches, where, most }: PageQuery,
  start: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<RowPosition[]> {
  const { rows } = await sql<RowPosition>`
    with found(found_id) as materialized (${found})
    select t.id as id, t.${sql.ref(order.column)} as key
    from found cross join ${sql.table(table)} as t
    where t.id = found.found_id and ${start} and (${sql.join(branches, sql` or `)}) and ${where ?? ALL}
    order by t.${sql.ref(order.column)} is null, ${byKey(order)} limit ${sql.lit(most)}`.execute(db)
  return rows
}

function selectIndexScan(
  { table, order, branches, where }: PageQuery,
  start: RawBuilder<unknown>,
  limit: number,
): RawBuilder<RowPosition> {
  const end = sql`${orderBy(order)} limit ${sql.lit(limit)}`
  const parts = branches.map(
    (branch, index) => sql`select * from (
      select id, ${sql.ref(order.column)} as key from ${sql.table(table)} as t
      where ${branch} and ${start} and ${where ?? ALL} ${end}) as ${sql.id(`part_${index}`)}`,
  )
  return sql<RowPosition>`${sql.join(parts, sql` union all `)} ${end}`
}

function orderBy(order: Order): RawBuilder<unknown> {
  return sql`order by ${byKey(order)}`
}

function byKey({ direction }: Order): RawBuilder<unknown> {
  const way = sql.raw(direction)
  return sql`key ${way}, id ${way}`
}

function afterValue({ column, isNullable, direction }: Order, after: RowPosition | null) {
  const ref = sql.ref(column)
  if (!after) return isNullable ? sql`${ref} is not null` : sql`1 = 1`
  return sql`(${ref}, id) ${beyond(direction)} (${after.key}, ${after.id})`
}

function afterMissing({ column, direction }: Order, after: RowPosition | null) {
  const missing = sql`${sql.ref(column)} is null`
  if (!after || after.key !== null) return missing
  return sql`${missing} and id ${beyond(direction)} ${after.id}`
}

function beyond(direction: Order['direction']) {
  return sql.raw(direction === 'asc' ? '>' : '<')
}
