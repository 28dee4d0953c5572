import { createHash } from 'node:crypto'
import type { AuditRow } from './schema.ts'

// The audit log is a hash chain: each row stores a hash of its content and of the previous hash.
// Changing, removing or inserting a row requires rewriting all later rows, which changes the last
// hash.

export type UnchainedRow = Omit<AuditRow, 'hash'>

/**
 * SHA-256 in hexadecimal over a JSON array of the previous hash (null for the first row) and the
 * fields in the order below. The array keeps null, empty text and field boundaries distinct. Old
 * rows are verified with the same function, so a column added later must be left out for rows
 * without it.
 */
export function hashAuditRow(before: string | null, row: UnchainedRow): string {
  const said = [
    before,
    row.id,
    row.at,
    row.actor_id,
    row.device_label,
    row.action,
    row.entity,
    row.entity_id,
    row.from_value,
    row.to_value,
    row.idempotency_key,
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
