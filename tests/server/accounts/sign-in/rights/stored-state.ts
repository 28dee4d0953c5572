import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { LimitedKind } from '#server/platform/limits/limit-table.ts'
import type { Stage } from './stage.ts'

/** Columns that say when somebody was last there, and which request holds a file. */
const PASSING = new Set([
  ...['last_seen_at', 'last_active_at', 'last_used_at'],
  ...['lease_holder', 'leased_until', 'is_wanted'],
])

/**
 * All rows of all tables without PASSING, and the sizes of all files. Leaves out the tries of the kind `countedAs`: they
 * are counted at any time between a call's guards and its body, whatever becomes of it.
 */
export async function readStored({ beside: { db, filesDir } }: Stage, countedAs?: LimitedKind) {
  const rows: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows: all } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    rows[name] = all
      .filter((row) => !isUnread(row) && !(countedAs && isTry(row, countedAs)))
      .map(toText)
      .sort()
  }
  return { rows, files: await listFiles(filesDir) }
}

/** A file counts as open while its bytes arrive. If they never do, the server removes its row. */
function isUnread(row: object): boolean {
  return 'state' in row && row.state === 'reading'
}

function isTry(row: object, kind: LimitedKind): boolean {
  return 'kind' in row && 'subject' in row && row.kind === kind
}

function toText(row: object): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !PASSING.has(column)))
}

async function listFiles(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true })
  const sizes = paths.map(async (path) => `${path} ${(await stat(join(folder, path))).size}`)
  return (await Promise.all(sizes)).sort()
}
