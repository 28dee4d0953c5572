import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Replaces a text in the definition of an SQLite table, because SQLite cannot drop a constraint.
 * Preserves the rows, indexes and triggers. Use it only in migrations: there, foreign keys are not
 * enforced (server/database/migrate.ts), so dropping the table deletes no rows that refer to it.
 * Follows the steps of https://www.sqlite.org/lang_altertable.html#otheralter. @throws Error when
 * the definition does not contain the text
 */
export async function rebuildTable(
  db: Kysely<Tables>,
  table: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  const { rows } = await sql<{ text: string }>`select sql as text from sqlite_schema
    where tbl_name = ${table} and sql is not null order by type = 'table' desc, rowid`.execute(db)
  const [definition = '', ...indexesAndTriggers] = rows.map(({ text }) => text)
  if (!definition.includes(before)) throw new Error(`${table} is not defined with "${before}"`)
  const rebuilt = `${table}_rebuilt`
  const changed = definition.replace(before, after).replace(`"${table}"`, `"${rebuilt}"`)
  await sql.raw(changed).execute(db)
  await sql`insert into ${sql.table(rebuilt)} select * from ${sql.table(table)}`.execute(db)
  await db.schema.dropTable(table).execute()
  await db.schema.alterTable(rebuilt).renameTo(table).execute()
  for (const text of indexesAndTriggers) await sql.raw(text).execute(db)
}
