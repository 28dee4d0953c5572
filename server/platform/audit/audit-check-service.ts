import type { Kysely } from 'kysely'
import { hashAuditRow } from '#server/platform/database/audit-chain.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { listAuditRows, listRowsAfter } from './audit-repository.ts'

const CHUNK = 1_000 // rows per query

export type ChainCheck =
  | { kind: 'whole'; rows: number; lastHash: string | null }
  /** The first row whose hash does not match its content and the hash of the row before it. */
  | { kind: 'broken'; row: AuditRow }
  /** Every row matches, but no row has the hash that was passed as `notedHash`. */
  | { kind: 'rewritten'; rows: number }

/**
 * Reads the whole audit log and recomputes every hash. Rows may be added meanwhile. The chain alone
 * cannot reveal that its end was removed or that all of it was rewritten. To detect this, pass a
 * hash that was noted outside of the database.
 */
export async function checkAuditChain(
  db: Kysely<Tables>,
  notedHash: string | null = null,
): Promise<ChainCheck> {
  let last: AuditRow | undefined
  let rows = 0
  let isNotedThere = notedHash === null
  for (;;) {
    const chunk = await listRowsAfter(db, last?.id ?? 0, CHUNK)
    for (const row of chunk) {
      if (row.hash !== hashAuditRow(last?.hash ?? null, row)) return { kind: 'broken', row }
      if (row.hash === notedHash) isNotedThere = true
      last = row
      rows += 1
    }
    if (chunk.length < CHUNK) break
  }
  return isNotedThere
    ? { kind: 'whole', rows, lastHash: last?.hash ?? null }
    : { kind: 'rewritten', rows }
}

/**
 * The id and hash of the last row, to note outside of the database; null while the log is empty.
 */
export async function findAuditHead(
  db: Kysely<Tables>,
): Promise<{ lastId: number; hash: string } | null> {
  const [last] = await listAuditRows(db, {}, 1)
  return last ? { lastId: last.id, hash: last.hash } : null
}
