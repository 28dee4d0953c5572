import { type Kysely, sql } from 'kysely'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { isPostgres, risingKey, textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { GRAMS_OF, type WordsTable } from '#server/platform/database/search-words.ts'

const PARENTS = {
  listing_words: 'listings',
  member_words: 'users',
  loan_words: 'loans',
} as const satisfies Record<WordsTable, keyof Tables>

/** The words of listings, members and loans, and the index of their trigrams. */
export async function createSearch(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) await addTrigrams(db)
  for (const table of Object.keys(PARENTS) as WordsTable[]) await createWords(db, table)
  if (isPostgres(db))
    for (const table of Object.keys(PARENTS))
      await sql`create index ${sql.id(`${table}_trigrams`)} on ${sql.table(table)}
        using gin (text gin_trgm_ops)`.execute(db)
}

async function addTrigrams(db: Kysely<Tables>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (error) {
    throw new SetupError(
      'Search needs the PostgreSQL extension pg_trgm, which cannot be made here: install the contrib package, or let an administrator run "create extension pg_trgm" in this database.',
      { cause: error },
    )
  }
}

async function createWords(db: Kysely<Tables>, table: WordsTable): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable(table)
    .addColumn('n', 'integer', risingKey(db))
    .addColumn('id', text, (col) =>
      col.notNull().unique().references(`${PARENTS[table]}.id`).onDelete('cascade'),
    )
    .addColumn('text', text, (col) => col.notNull())
    .execute()
  if (!isPostgres(db)) await createGrams(db, table)
}

// The FTS index stores no text itself, so a deletion must pass the old text.
async function createGrams(db: Kysely<Tables>, table: WordsTable): Promise<void> {
  const words = sql.table(table)
  const grams = sql.table(GRAMS_OF[table])
  const forget = sql`insert into ${grams}(${grams}, rowid, text) values ('delete', old.n, old.text);`
  const learn = sql`insert into ${grams}(rowid, text) values (new.n, new.text);`
  await sql`create virtual table ${grams} using fts5(text, content=${sql.lit(table)}, content_rowid='n',
    tokenize='trigram', detail='none', columnsize=0)`.execute(db)
  const on = { insert: learn, delete: forget, update: sql`${forget} ${learn}` }
  for (const [verb, work] of Object.entries(on))
    await sql`create trigger ${sql.id(`${table}_${verb}`)} after ${sql.raw(verb)} on ${words}
      begin ${work} end`.execute(db)
}
