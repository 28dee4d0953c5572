import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from './schema.ts'

// The few column types that the two databases call by different names.

export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export type TextType = ReturnType<typeof textType>

/** Text in the order of its bytes, as the embedded database has it, whatever language the database was made for. */
export function textType(db: Kysely<Tables>) {
  return isPostgres(db) ? sql`text collate "C"` : 'text'
}

/** A number that the database gives, each higher than those before it. */
export function risingKey(db: Kysely<Tables>) {
  return (column: ColumnDefinitionBuilder) =>
    isPostgres(db)
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement()
}
