import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'

const AT_ONCE = 200 // rows of a statement, with three parameters each

/** The files of large lists that are made in the background, and the keys by which lists are sorted. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await sql`create table exports (
    id ${text} primary key,
    user_id ${text} not null references users (id),
    device_label ${text} not null,
    list ${text} not null check (list in ('properties', 'users', 'loans', 'payments')),
    format ${text} not null check (format in ('csv', 'xlsx')),
    query ${text} not null,
    sees_details integer not null check (sees_details in (0, 1)),
    state ${text} not null check (state in ('running', 'ready', 'failed')),
    row_count bigint not null,
    total bigint,
    file ${text},
    bytes bigint,
    problem ${text},
    created_at ${text} not null,
    ended_at ${text}
  )`.execute(db)
  await sql`create index exports_user on exports (user_id, created_at)`.execute(db)
  await sql`create index exports_age on exports (created_at)`.execute(db)
  await addKeys(db)
}

async function addKeys(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await sql`alter table listings add column name_key ${text}`.execute(db)
  await sql`alter table listings add column price_key double precision`.execute(db)
  await sql`alter table users add column name_key ${text}`.execute(db)
  await sql`update listings set price_key = cast(coalesce(price_paise, rent_paise) as double precision) / 100`.execute(
    db,
  )
  await fillNameKeys(db, 'listings', 'name')
  await fillNameKeys(db, 'users', 'full_name')
  const replaced = [
    ['listings_price', sql`listings (price_key, id)`],
    ['listings_name', sql`listings (name_key, id)`],
    [
      'listings_kind_price_paise',
      sql`listings ((coalesce(status, 'pending')), sale_type, price_key, id)`,
    ],
    ['listings_kind_name', sql`listings ((coalesce(status, 'pending')), sale_type, name_key, id)`],
    ['users_name', sql`users (role, name_key, id)`],
  ] as const
  for (const [name, columns] of replaced) {
    await sql`drop index ${sql.id(name)}`.execute(db)
    await sql`create index ${sql.id(name)} on ${columns}`.execute(db)
  }
}

/** The keys are made in JavaScript, because neither database folds the letters of all scripts. */
async function fillNameKeys(
  db: Kysely<Tables>,
  table: 'listings' | 'users',
  column: 'name' | 'full_name',
): Promise<void> {
  const name = sql.ref<string>(column)
  let last = ''
  for (;;) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${name} as name from ${sql.table(table)}
      where id > ${last} and ${name} is not null order by id limit ${sql.lit(AT_ONCE)}`.execute(db)
    if (rows.length === 0) return
    const keys = rows.map((row) => sql`when ${row.id} then ${sortKeyOf(row.name)}`)
    await sql`update ${sql.table(table)} set name_key = case id ${sql.join(keys, sql` `)} end
      where id in (${sql.join(rows.map(({ id }) => id))})`.execute(db)
    last = rows.at(-1)?.id ?? ''
  }
}
