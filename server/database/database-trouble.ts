/** The connection to PostgreSQL failed or did not answer in time. Whether the last statement took effect is unknown. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
  /** Of the cause, such as ECONNREFUSED or 57P01; '' when it had none. */
  readonly code: string

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code =
      cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  }
}

/**
 * `full`: no disk space left. `busy`: someone else's work stands in the way; nothing was changed. `lost`: the database
 * does not answer; a change may have been made.
 */
export type DatabaseTrouble = 'full' | 'busy' | 'lost'

const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100'])
// PostgreSQL: lock not available, serialization failure, deadlock, statement timeout, too many connections.
const BUSY = /^(SQLITE_(BUSY|LOCKED).*|55P03|40001|40P01|57014|53300)$/

/** Which passing trouble of the database an error reports; null for any other error. */
export function findDatabaseTrouble(error: unknown): DatabaseTrouble | null {
  if (error instanceof ConnectionLostError) return 'lost'
  if (!(error instanceof Error && 'code' in error) || typeof error.code !== 'string') return null
  if (FULL.has(error.code)) return 'full'
  return BUSY.test(error.code) ? 'busy' : null
}

/** Whether either database has reported an error, passing trouble or not. */
export function isDatabaseError(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true
  if (!(error instanceof Error && 'code' in error)) return false
  // Every error message of PostgreSQL has a severity, an error of anything else has none. The class that `pg` has for them would load
  // that package where it is not used: https://www.postgresql.org/docs/current/protocol-error-fields.html
  return 'severity' in error || String(error.code).startsWith('SQLITE_')
}

/** What to log of trouble that passes by itself, in place of the error: no stack for each request. Null for any other. */
export function describePassingTrouble(
  error: unknown,
): { kind: DatabaseTrouble; reason: unknown } | null {
  const kind = findDatabaseTrouble(error)
  if (kind === null || kind === 'full') return null
  return { kind, reason: error instanceof Error && 'code' in error ? error.code : null }
}
