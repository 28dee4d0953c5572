import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { EVENT_IDS, OWNERS, type Who } from './fuzz-market.ts'

// Every table of the database in pieces, to see what a request has changed.

export type MarketState = ReadonlyMap<string, string>

/** Counts of the limits, what tells a session or a code is over: a refused request may move these. */
const FREE = new Set(['attempts', 'codes', 'sessions'])
/** Nothing that anybody can ask for changes these. */
const NOBODYS = new Set(['users that were there', 'transactions', 'loans'])
const OPERATORS = new Set(['listings', 'removed_listings'])

export async function listTables(db: Kysely<Tables>): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

export async function readState(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<MarketState> {
  const pieces = new Map<string, string[]>()
  for (const table of tables) {
    if (FREE.has(table)) continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      db,
    )
    pieces.set(table, [])
    for (const row of rows) {
      const piece = pieceOf(table, row)
      pieces.set(piece, [...(pieces.get(piece) ?? []), JSON.stringify(row)])
    }
  }
  return new Map([...pieces].map(([name, rows]) => [name, rows.sort().join('\n')]))
}

/** What changed between two states that must not, given who asked and what was answered. */
export function findBreaches(
  before: MarketState,
  after: MarketState,
  { who, isRead, status }: { who: Who; isRead: boolean; status: number },
): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = [...names].filter((name) => before.get(name) !== after.get(name))
  if (isRead || status >= 400)
    // A 404 and a 412 are final answers: with a key they leave a receipt.
    return changed.filter((name) => !(name === 'receipts' && (status === 404 || status === 412)))
  return changed.filter(
    (name) =>
      NOBODYS.has(name) ||
      (OPERATORS.has(name) && who !== 'operator') ||
      (name.startsWith('events of ') && name !== `events of ${who}`),
  )
}

function pieceOf(table: string, row: Record<string, unknown>): string {
  if (table === 'users' && Object.values<unknown>(OWNERS).includes(row['id']))
    return 'users that were there'
  if (table === 'users' && row['role'] === 'admin') return 'users that were there'
  if (table !== 'events') return table
  const owner = (['asha', 'ravi'] as const).find(
    (name) => row['owner_id'] === OWNERS[name] || EVENT_IDS[name].some((id) => id === row['id']),
  )
  return `events of ${owner ?? 'operator'}`
}
