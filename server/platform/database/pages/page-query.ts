import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import {
  containsAll,
  readPatterns,
  readSample,
  selectFound,
  type WordsTable,
} from '../search-words.ts'
import { shareOf } from '../trigrams.ts'

// Keyset pagination: each page starts after the last row of the previous one, so late pages cost no
// more than the first. Rows without a value in the sorted column come last, whichever the direction and
// the database. So a list is read in two index scans: first the rows with a value, then those without.

/** Where a row is in a list: its sort key, and the id as tie-breaker. */
export interface RowPosition {
  id: string
  key: string | number | null
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
  /** Reads the rows before `after` instead, or the last rows without one; in the order of the list all the same. */
  isBackward?: boolean
  /** How many rows to pass over; only without `q` and `after`, and forward. */
  skipped?: number
}

// If at least one row in a hundred matches, scanning the list in order fills a page long before the
// trigram index has returned all matches. For rarer words the trigram index is faster.
const COMMON = 0.01 // share of the rows
const MAX_SCANNED_ROWS = 6_000
const SPARE = 1.5 // scans more rows than estimated by this factor: matches are not spread evenly
const MAX_SCANS = 2 // a first scan that finds too few matches corrects the estimate for the second scan

/** The sort keys and ids of one page, in order. */
export async function listPositions(db: Kysely<Tables>, query: PageQuery): Promise<RowPosition[]> {
  if (query.branches.length === 0) return []
  const patterns = readPatterns(query.q)
  if (!query.isBackward) return readOn(db, query, patterns)
  const { order } = query
  const direction = order.direction === 'asc' ? 'desc' : 'asc'
  return (await readOn(db, { ...query, order: { ...order, direction } }, patterns)).reverse()
}

/** The rows with a value in the sorted column, or those without. */
type Part = 'values' | 'missing'

async function readOn(db: Kysely<Tables>, query: PageQuery, patterns: readonly string[]) {
  const { after, most, skipped = 0 } = query
  const [first = 'values', ...rest] = partsFrom(query)
  if (patterns.length > 0) return search(db, query, patterns, [first, ...rest])
  const found = await scanIndex(db, query, startOf(query, first, after))
  let toSkip = found.length > 0 ? 0 : skipped
  for (const part of rest) {
    if (found.length >= most) break
    // Rows were passed over to the end of the earlier part: how many those were is not known yet.
    if (toSkip > 0) toSkip -= await countRows(db, { ...query, where: and(query, first) }, toSkip)
    const left = { ...query, most: most - found.length, skipped: toSkip }
    found.push(...(await scanIndex(db, left, startOf(query, part, null))))
  }
  return found
}

/** The parts that a page may have rows of, in the order of reading. */
function partsFrom({ order, after, isBackward = false }: PageQuery): Part[] {
  const parts: Part[] = order.isNullable ? ['values', 'missing'] : ['values']
  if (isBackward) parts.reverse()
  return after ? parts.slice(parts.indexOf(after.key === null ? 'missing' : 'values')) : parts
}

function startOf({ order }: PageQuery, part: Part, after: RowPosition | null) {
  return part === 'values' ? afterValue(order, after) : afterMissing(order, after)
}

const and = (query: PageQuery, part: Part) =>
  sql`${startOf(query, part, null)} and ${query.where ?? ALL}`

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
  [first, next]: readonly [Part, ...Part[]],
): Promise<RowPosition[]> {
  const { after, most } = query
  const start = startOf(query, first, after)
  const sample = await readSample(db, query.words)
  let share = shareOf(patterns, sample)
  for (let scans = 0; scans < MAX_SCANS && share >= COMMON; scans += 1) {
    const length = Math.min(Math.ceil((SPARE * most) / share), MAX_SCANNED_ROWS)
    const found = await scanIndexFor(db, query, start, patterns, length)
    if (found.length === most) return found
    if (length === MAX_SCANNED_ROWS) break
    share = found.length / length
  }
  // The matches of a trigram search are sorted anyway, so one query returns the rows of both parts.
  const rest = next ? sql`(${start} or ${startOf(query, next, null)})` : start
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
  { table, order, branches, where, most, isBackward }: PageQuery,
  start: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
): Promise<RowPosition[]> {
  const missing = isBackward ? sql`desc` : sql`asc`
  const { rows } = await sql<RowPosition>`
    with found(found_id) as materialized (${found})
    select t.id as id, t.${sql.ref(order.column)} as key
    from found cross join ${sql.table(table)} as t
    where t.id = found.found_id and ${start} and (${sql.join(branches, sql` or `)}) and ${where ?? ALL}
    order by t.${sql.ref(order.column)} is null ${missing}, ${byKey(order)} limit ${sql.lit(most)}`.execute(
    db,
  )
  return rows
}

function selectIndexScan(
  { table, order, branches, where, skipped = 0 }: PageQuery,
  start: RawBuilder<unknown>,
  limit: number,
): RawBuilder<RowPosition> {
  const end = (rows: number) => sql`${orderBy(order)} limit ${sql.lit(rows)}`
  const scan = (branch: RawBuilder<unknown>, rows: number) => sql<RowPosition>`
    select id, ${sql.ref(order.column)} as key from ${sql.table(table)} as t
    where ${branch} and ${start} and ${where ?? ALL} ${end(rows)}`
  const offset = sql`offset ${skipped}`
  const [only, ...others] = branches
  if (only && others.length === 0) return sql`${scan(only, limit)} ${offset}`
  // Each branch may have all rows that are passed over, so it is read from its beginning.
  const parts = branches.map(
    (branch, index) =>
      sql`select * from (${scan(branch, limit + skipped)}) as ${sql.id(`part_${index}`)}`,
  )
  return sql<RowPosition>`${sql.join(parts, sql` union all `)} ${end(limit)} ${offset}`
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
