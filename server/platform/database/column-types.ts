import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from './schema.ts'

// Column types that have different names in the two databases.

export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export type TextType = ReturnType<typeof textType>

/** Text in byte order, as in SQLite, whatever the locale of the PostgreSQL database. */
export function textType(db: Kysely<Tables>) {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`
}

/** An ascending number assigned by the database. */
export function risingKey(db: Kysely<Tables>) {
  return (column: ColumnDefinitionBuilder) =>
    isPostgres(db)
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement()
}
