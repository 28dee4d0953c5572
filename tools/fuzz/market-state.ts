import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { EVENT_IDS, OWNERS, type Who } from './fuzz-market.ts'

// Reads the tables before and after a request, with users and events grouped by owner, to find what it changed.

export type MarketState = ReadonlyMap<string, string>

/** Tables that are not compared, because even a refused request may change them: the server counts failed sign-ins. */
const IGNORED_TABLES = new Set(['attempts', 'codes', 'sessions'])
/** Tables that no request changes. */
const READ_ONLY_TABLES = new Set(['transactions', 'loans'])
const OPERATOR_TABLES = new Set(['listings', 'staff'])

export async function listTables(db: Kysely<Tables>): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

export async function readState(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<MarketState> {
  const groups = new Map<string, string[]>(tables.map((table) => [table, []]))
  for (const { name, row } of await readRows(db, tables)) {
    const group = groupOf(name, row)
    groups.set(group, [...(groups.get(group) ?? []), name === 'staff' ? withoutActivity(row) : row])
  }
  return new Map([...groups].map(([name, rows]) => [name, rows.sort().join('\n')]))
}

/**
 * Every row to compare, as JSON text. PostgreSQL returns all in one query, since each query is a round trip.
 */
async function readRows(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<{ name: string; row: string }[]> {
  const compared = tables.filter((table) => !IGNORED_TABLES.has(table))
  if (isOnPostgres()) {
    const all = compared.map(
      (name) =>
        sql`select ${sql.lit(name)} as name, to_jsonb(one)::text as row from ${sql.table(name)} one`,
    )
    const { rows } = await sql<{
      name: string
      row: string
    }>`${sql.join(all, sql` union all `)}`.execute(db)
    return rows
  }
  const read = compared.map(async (name) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    return rows.map((row) => ({ name, row: JSON.stringify(row) }))
  })
  return (await Promise.all(read)).flat()
}

/** Leaves out `last_active_at`, which even a refused call of a staff member changes. */
function withoutActivity(row: string): string {
  return JSON.stringify({ ...JSON.parse(row), last_active_at: null })
}

/** Returns the tables or groups that changed although a request of this caller with this answer must not do so. */
export function findBreaches(
  before: MarketState,
  after: MarketState,
  { who, isRead, status }: { who: Who; isRead: boolean; status: number },
): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = [...names].filter((name) => before.get(name) !== after.get(name))
  if (isRead || status >= 400)
    // A 404 or 412 to a request with an idempotency key is a final answer, so the server may store it in `receipts`.
    return changed.filter((name) => !(name === 'receipts' && (status === 404 || status === 412)))
  return changed.filter(
    (name) =>
      READ_ONLY_TABLES.has(name) ||
      (OPERATOR_TABLES.has(name) && who !== 'operator') ||
      // Everyone may change only their own events and account.
      (/^(events|account) of /.test(name) && !name.endsWith(` of ${who}`)),
  )
}

function groupOf(table: string, text: string): string {
  if (table !== 'users' && table !== 'events') return table
  const row: Record<string, unknown> = JSON.parse(text)
  if (table === 'users') {
    const person = Object.entries<unknown>(OWNERS).find(([, id]) => id === row['id'])
    if (person) return `account of ${person[0]}`
    return row['role'] === 'admin' ? 'account of operator' : table
  }
  const owner = (['asha', 'ravi'] as const).find(
    (name) => row['owner_id'] === OWNERS[name] || EVENT_IDS[name].some((id) => id === row['id']),
  )
  return `events of ${owner ?? 'operator'}`
}
