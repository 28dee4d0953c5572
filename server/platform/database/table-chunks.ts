import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

const CHUNK = 500 // rows per statement; PostgreSQL allows 65,535 parameters

export interface ChunkSource {
  table: keyof Tables
  /** The columns of a unique key, by which the rows are ordered. */
  key: readonly string[]
  /** Filters the rows; without it, all rows are read. */
  where?: RawBuilder<unknown>
}

/** Reads the rows of a table, at most 500 at a time, each with all columns. */
export async function* readChunks(
  db: Kysely<Tables>,
  { table, key, where }: ChunkSource,
): AsyncGenerator<Record<string, unknown>[], void, void> {
  const place = sql.join(key.map((column) => sql.ref(column)))
  let last: Record<string, unknown> | undefined
  for (;;) {
    const after = last && sql`(${place}) > (${sql.join(key.map((name) => last?.[name]))})`
    const conditions = [where, after].filter((one) => one !== undefined)
    const chosen = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${chosen} order by ${place} limit ${sql.lit(CHUNK)}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < CHUNK) return
  }
}
