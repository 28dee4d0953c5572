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
