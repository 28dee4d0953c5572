/** Which passing trouble of the database an error tells of: no room left, or someone else at work; null for any other. */
export function findDatabaseTrouble(error: unknown): 'full' | 'busy' | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  if (error.code === 'SQLITE_FULL' || error.code === 'SQLITE_IOERR_WRITE') return 'full'
  return /^SQLITE_(BUSY|LOCKED)/.test(error.code) ? 'busy' : null
}
