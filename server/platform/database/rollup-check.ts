import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Tables } from './schema.ts'

export interface RollupGap {
  /** Table and keys of the sum. */
  what: string
  stored: number
  counted: number
}

/** Finds all stored sums that differ from a recount in the same snapshot. */
export function findRollupGaps(db: Kysely<Tables>): Promise<RollupGap[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const gaps: RollupGap[] = []
      for (const [table, { stored, counted }] of Object.entries(listSums(trx)))
        gaps.push(...compare(table, await readSums(trx, stored), await readSums(trx, counted)))
      return gaps
    })
}

function listSums(db: Kysely<Tables>) {
  const month = isPostgres(db)
    ? sql`to_char(created_at::timestamp + interval '330 minutes', 'YYYY-MM')`
    : sql`strftime('%Y-%m', created_at, '+330 minutes')`
  return {
    listing_totals: {
      stored: sql`select status || ' ' || sale_type as key, listings as sum from listing_totals`,
      counted: sql`select coalesce(status, 'pending') || ' ' || sale_type as key, count(*) as sum
        from listings group by 1`,
    },
    boost_days: {
      stored: sql`select day as key, listings as sum from boost_days`,
      counted: sql`select substr(boosted_until, 1, 10) as key, count(*) as sum from listings
        where boosted_until is not null group by 1`,
    },
    user_totals: {
      stored: sql`select role as key, users as sum from user_totals`,
      counted: sql`select role as key, count(*) as sum from users
        where is_erased = 0 group by 1`,
    },
    loan_totals: {
      stored: sql`select occupation_type as key, loans as sum from loan_totals`,
      counted: sql`select coalesce(occupation_type, '') as key, count(*) as sum from loans group by 1`,
    },
    revenue_months: {
      stored: sql`select month || ' ' || plan_type as key, paise as sum from revenue_months`,
      counted: sql`select ${month} || ' ' || plan_type as key, sum(amount_paise - refunded_paise) as sum
        from transactions where state = 'captured' group by 1`,
    },
  }
}

async function readSums(db: Kysely<Tables>, query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(db)
  // The cast is safe: each statement above selects a text `key` and a numeric `sum`.
  const sums = rows as { key: string; sum: number }[]
  return new Map(sums.map(({ key, sum }) => [key, sum]))
}

function compare(table: string, stored: Map<string, number>, counted: Map<string, number>) {
  const keys = [...new Set([...stored.keys(), ...counted.keys()])]
  return keys
    .map((key) => ({
      what: `${table} ${key}`,
      stored: stored.get(key) ?? 0,
      counted: counted.get(key) ?? 0,
    }))
    .filter((sum) => sum.stored !== sum.counted)
}
