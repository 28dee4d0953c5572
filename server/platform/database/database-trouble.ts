/**
 * The connection to PostgreSQL failed or timed out. Whether the last statement took effect is
 * unknown.
 */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
  /** The code of the cause, such as ECONNREFUSED or 57P01; '' if it has none. */
  readonly code: string

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code =
      cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  }
}

/**
 * `full`: the disk is full, or cannot be written to. `busy`: the statement was not served in time, for
 * example because another transaction holds a lock; nothing was changed. `lost`: the database does not
 * respond; a change may have been made.
 */
export type DatabaseTrouble = 'full' | 'busy' | 'lost'

const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100'])
// PostgreSQL: lock not available, serialization failure, deadlock, statement timeout, too many connections.
const BUSY = /^(SQLITE_(BUSY|LOCKED).*|55P03|40001|40P01|57014|53300)$/

/** Classifies an error as temporary database trouble; null for any other error. */
export function findDatabaseTrouble(error: unknown): DatabaseTrouble | null {
  if (error instanceof ConnectionLostError) return 'lost'
  if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') return null
  if (FULL.has(error.code)) return 'full'
  return BUSY.test(error.code) ? 'busy' : null
}

/** Whether the error comes from one of the databases, temporary or not. */
export function isDatabaseError(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true
  if (!(error instanceof Error && 'code' in error)) return false
  // Only PostgreSQL errors have a severity. Checking for pg's error class would load the package
  // even where it is not used: https://www.postgresql.org/docs/current/protocol-error-fields.html
  return 'severity' in error || String(error.code).startsWith('SQLITE_')
}

/** Describes trouble that passes by itself, for a log line without a stack. Null for other errors. */
export function describePassingTrouble(
  error: unknown,
): { kind: DatabaseTrouble; reason: unknown } | null {
  const kind = findDatabaseTrouble(error)
  if (kind === null || kind === 'full') return null
  return { kind, reason: error instanceof Error && 'code' in error ? error.code : null }
}
