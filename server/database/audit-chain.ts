import { createHash } from 'node:crypto'
import type { AuditRow } from './schema.ts'

// The audit log is a chain: each row carries a hash of what it says and of the hash before it. Whoever changes a row, takes
// one out or slips one in has to write every later row anew, and the last hash is another one then.

export type UnchainedRow = Omit<AuditRow, 'hash'>

/**
 * SHA-256, hexadecimal, over a JSON array of the hash before (null for the first row) and the fields in the order below.
 * An array keeps null, empty text and the borders between fields apart. Rows of every age are checked by it: a column that
 * is added later has to stay out of it for rows that are without.
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
