import type { Kysely } from 'kysely'
import { hashAuditRow } from '#server/database/audit-chain.ts'
import type { AuditRow, Tables } from '#server/database/schema.ts'
import { listAuditRows, listRowsAfter } from './audit-repository.ts'

const CHUNK = 1_000 // rows at once

export type ChainCheck =
  | { kind: 'whole'; rows: number; lastHash: string | null }
  /** The first row that is not what its hash was made of. */
  | { kind: 'broken'; row: AuditRow }
  /** Every row fits, and none has the hash that was noted. */
  | { kind: 'rewritten'; rows: number }

/**
 * Reads the whole audit log and makes every hash anew. Rows may be added meanwhile. The chain alone does not tell when its
 * end was cut off, or when all of it was written anew: for that a hash that was noted elsewhere is looked for.
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

/** The last row's number and hash, to note outside of the database; null while the log is empty. */
export async function findAuditHead(
  db: Kysely<Tables>,
): Promise<{ rows: number; hash: string } | null> {
  const [last] = await listAuditRows(db, {}, 1)
  return last ? { rows: last.id, hash: last.hash } : null
}
