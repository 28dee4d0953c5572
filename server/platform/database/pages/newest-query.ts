import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { PageQuery, RowPosition } from './page-query.ts'

// Ranges of a list that is sorted newest first.

/** A range of rows: excludes `after`, includes `upTo`. Null is the start or end of the list. */
export interface PositionRange {
  after: RowPosition | null
  upTo: RowPosition | null
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
