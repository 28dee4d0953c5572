import { type Kysely, sql } from 'kysely'
import { SetupError } from '#server/config/setup-error.ts'
import { isPostgres, risingKey, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'
import {
  GRAMS_OF,
  toListingWords,
  toLoanWords,
  toMemberWords,
  type WordsTable,
} from '#server/database/search-words.ts'

const PARENTS = {
  listing_words: 'listings',
  member_words: 'users',
  loan_words: 'loans',
} as const satisfies Record<WordsTable, keyof Tables>
const CHUNK = 1_000 // rows per statement; with two values each, far below the parameter limit

export async function up(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) await addTrigrams(db)
  for (const table of Object.keys(PARENTS) as WordsTable[]) await createWords(db, table)
  await fillWords(db)
  if (isPostgres(db))
    for (const table of Object.keys(PARENTS))
      await sql`create index ${sql.id(`${table}_trigrams`)} on ${sql.table(table)}
        using gin (text gin_trgm_ops)`.execute(db)
  await createOrders(db)
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

async function fillWords(db: Kysely<Tables>): Promise<void> {
  const listings = db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.owner_id')
    .select(['listings.id', 'name', 'city', 'pincode', 'full_name as ownerName'])
  await fill(db, 'listing_words', toListingWords, (after) =>
    listings.where('listings.id', '>', after).orderBy('listings.id').limit(CHUNK).execute(),
  )
  const members = db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'email', 'phone_number as phoneNumber'])
    .where('role', '=', 'user')
  await fill(db, 'member_words', toMemberWords, (after) =>
    members.where('id', '>', after).orderBy('id').limit(CHUNK).execute(),
  )
  const loans = db
    .selectFrom('loans')
    .innerJoin('users', 'users.id', 'loans.user_id')
    .select(['loans.id', 'full_name as fullName', 'phone_number as phoneNumber'])
  await fill(db, 'loan_words', toLoanWords, (after) =>
    loans.where('loans.id', '>', after).orderBy('loans.id').limit(CHUNK).execute(),
  )
}

async function fill<Row>(
  db: Kysely<Tables>,
  table: WordsTable,
  toWords: (row: Row) => string,
  readAfter: (id: string) => Promise<(Row & { id: string })[]>,
): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await readAfter(last)
    const newest = rows.at(-1)
    if (!newest) return
    const words = rows.map((row) => ({ id: row.id, text: toWords(row) }))
    await db.insertInto(table).values(words).execute()
    last = newest.id
  }
}

// Indexes for the sort orders. Each order of listings has two: one that begins with status and sale
// type, and one without them (for `created_at`, migration 001 created it). A missing status counts as
// pending.
async function createOrders(db: Kysely<Tables>): Promise<void> {
  for (const column of ['created_at', 'price_paise', 'name'])
    await sql`create index ${sql.id(`listings_kind_${column}`)} on listings
      ((coalesce(status, 'pending')), sale_type, ${sql.ref(column)}, id)`.execute(db)
  const { schema } = db
  await schema.createIndex('listings_price').on('listings').columns(['price_paise', 'id']).execute()
  await schema.createIndex('listings_name').on('listings').columns(['name', 'id']).execute()
  await schema.dropIndex('listings_decided').execute()
  await schema
    .createIndex('listings_decided')
    .on('listings')
    .columns(['status', 'updated_at', 'id'])
    .execute()
  await sql`create index listings_undecided on listings
    ((coalesce(status, 'pending')), created_at, id)`.execute(db)
  await schema
    .createIndex('users_newest')
    .on('users')
    .columns(['role', 'created_at', 'id'])
    .execute()
  await schema.createIndex('users_name').on('users').columns(['role', 'full_name', 'id']).execute()
  await schema.createIndex('loans_newest').on('loans').columns(['created_at', 'id']).execute()
}
