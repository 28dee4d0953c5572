const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100'])
// PostgreSQL's: a lock that did not come, a transaction to repeat, too many connections, a server that stops, starts or is
// not there.
const BUSY =
  /^(SQLITE_(BUSY|LOCKED).*|55P03|40001|40P01|53300|57P0[123]|08...|ECONNREFUSED|ECONNRESET|EPIPE)$/
const LOST = /^(Connection terminated|timeout exceeded when trying to connect)/ // pg's own errors have no code

/** Which passing trouble of the database an error tells of: no room left, or someone else at work; null for any other. */
export function findDatabaseTrouble(error: unknown): 'full' | 'busy' | null {
  if (!(error instanceof Error)) return null
  if (LOST.test(error.message)) return 'busy'
  if (!('code' in error) || typeof error.code !== 'string') return null
  if (FULL.has(error.code)) return 'full'
  return BUSY.test(error.code) ? 'busy' : null
}
