import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres, textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Stored sums, because computing them would scan whole tables. Triggers update them within each
// writing transaction, so no writer can forget them.

interface Rollup {
  table: keyof Tables & string
  keys: readonly string[]
  sum: string
  of: 'listings' | 'users' | 'loans' | 'transactions'
  /**
   * SQL for what one row adds to a sum: the keys of the sum, the amount, and whether the row counts. `row` is a
   * placeholder for the name of the row.
   */
  keysOf: readonly string[]
  amountOf: string
  counts: string
}

const MONTH_IN_INDIA = {
  embedded: "strftime('%Y-%m', row.created_at, '+330 minutes')",
  shared: "to_char(row.created_at::timestamp + interval '330 minutes', 'YYYY-MM')",
}

export async function createRollups(db: Kysely<Tables>): Promise<void> {
  await createTables(db)
  const month = isPostgres(db) ? MONTH_IN_INDIA.shared : MONTH_IN_INDIA.embedded
  const rollups = listRollups(month)
  for (const rollup of rollups) {
    if (isPostgres(db)) await keepByStatement(db, rollup)
    else await keepByRow(db, rollup)
  }
}

async function createTables(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await sql`create table listing_totals (
    status ${text} not null,
    sale_type ${text} not null,
    listings bigint not null,
    constraint listing_totals_key primary key (status, sale_type)
  )`.execute(db)
  await sql`create table boost_days (day ${text} primary key, listings bigint not null)`.execute(db)
  await sql`create table user_totals (role ${text} primary key, users bigint not null)`.execute(db)
  await sql`create table loan_totals (
    occupation_type ${text} primary key,
    loans bigint not null
  )`.execute(db)
  await sql`create table revenue_months (
    month ${text} not null,
    plan_type ${text} not null,
    paise bigint not null,
    constraint revenue_months_key primary key (month, plan_type)
  )`.execute(db)
}

function listRollups(month: string): readonly Rollup[] {
  return [
    {
      table: 'listing_totals',
      keys: ['status', 'sale_type'],
      sum: 'listings',
      of: 'listings',
      keysOf: ["coalesce(row.status, 'pending')", 'row.sale_type'],
      amountOf: '1',
      counts: '1 = 1',
    },
    {
      table: 'boost_days',
      keys: ['day'],
      sum: 'listings',
      of: 'listings',
      keysOf: ['substr(row.boosted_until, 1, 10)'],
      amountOf: '1',
      counts: 'row.boosted_until is not null',
    },
    {
      table: 'user_totals',
      keys: ['role'],
      sum: 'users',
      of: 'users',
      keysOf: ['row.role'],
      amountOf: '1',
      counts: 'row.is_erased = 0',
    },
    {
      table: 'loan_totals',
      keys: ['occupation_type'],
      sum: 'loans',
      of: 'loans',
      keysOf: ["coalesce(row.occupation_type, '')"],
      amountOf: '1',
      counts: '1 = 1',
    },
    {
      table: 'revenue_months',
      keys: ['month', 'plan_type'],
      sum: 'paise',
      of: 'transactions',
      keysOf: [month, 'row.plan_type'],
      amountOf: '(row.amount_paise - row.refunded_paise)',
      counts: "row.state = 'captured'",
    },
  ]
}

function sumOf(
  { keysOf, amountOf, counts }: Rollup,
  from: string,
  sign: 1 | -1,
): RawBuilder<unknown> {
  const keys = sql.raw(keysOf.join(', ').replaceAll('row.', 'source.'))
  const amount = sql.raw(`${sign} * ${amountOf}`.replaceAll('row.', 'source.'))
  const where = sql.raw(counts.replaceAll('row.', 'source.'))
  return sql`select ${keys}, sum(${amount}) from ${sql.table(from)} as source where ${where} group by ${keys}`
}

/** SQLite has only row-level triggers. */
async function keepByRow(db: Kysely<Tables>, rollup: Rollup): Promise<void> {
  const add = (row: 'new' | 'old', sign: '' | '-') => {
    const plain = (text: string) => text.replaceAll('row.', `${row}.`)
    const values = [...rollup.keysOf, `${sign}${rollup.amountOf}`].map(plain).join(', ')
    return `insert into ${rollup.table} select ${values} where ${plain(rollup.counts)}
      on conflict (${rollup.keys.join(', ')}) do update set ${rollup.sum} = ${rollup.sum} + excluded.${rollup.sum};`
  }
  const work = {
    insert: add('new', ''),
    delete: add('old', '-'),
    update: add('old', '-') + add('new', ''),
  }
  for (const [verb, statements] of Object.entries(work))
    await sql`create trigger ${sql.id(`${rollup.table}_${verb}`)} after ${sql.raw(verb)}
      on ${sql.table(rollup.of)} begin ${sql.raw(statements)} end`.execute(db)
}

/**
 * Uses statement-level triggers on PostgreSQL: a sum updated a million times in one transaction
 * would leave as many row versions.
 */
async function keepByStatement(db: Kysely<Tables>, rollup: Rollup): Promise<void> {
  const name = sql.id(`keep_${rollup.table}`)
  const table = sql.table(rollup.table)
  const sum = sql.ref(rollup.sum)
  const keys = sql.join(rollup.keys.map((key) => sql.ref(key)))
  const add = (from: string, sign: 1 | -1) => sql`insert into ${table}
    ${sumOf(rollup, from, sign)}
    on conflict (${keys}) do update set ${sum} = ${table}.${sum} + excluded.${sum};`
  await sql`create function ${name}() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${add('removed', -1)} end if;
    if tg_op <> 'DELETE' then ${add('added', 1)} end if;
    return null; end $$`.execute(db)
  const seen = {
    insert: 'new table as added',
    delete: 'old table as removed',
    update: 'old table as removed new table as added',
  }
  for (const [verb, tables] of Object.entries(seen))
    await sql`create trigger ${sql.id(`${rollup.table}_${verb}`)} after ${sql.raw(verb)}
      on ${sql.table(rollup.of)} referencing ${sql.raw(tables)}
      for each statement execute function ${name}()`.execute(db)
}
