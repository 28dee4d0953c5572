import { SetupError } from '#server/platform/config/setup-error.ts'

// The migrations before the first release, which one baseline replaces. A database that has all of them has the tables
// of the baseline, and is marked as such. One that has fewer is refused, because this version cannot bring it there.

/** Stands for all of `EARLIER`. */
export const BASELINE = '038-baseline'

/** The last commit that has them as files. */
const LAST_COMMIT = 'b36bc738'

export const EARLIER: readonly string[] = `
  001-first-tables 002-end-users 003-listing-deltas 004-audit-chain 005-encrypted-pan 006-search 007-rollups
  008-provisional-registrations 009-known-devices 010-webp-portraits 011-configured-passwords 012-jobs
  013-replaced-sessions 014-staff 015-links 016-session-details 017-second-factors 018-activity 019-account-per-role
  020-passkeys 021-erasure 022-reasons 023-postings 024-messages 025-imports 026-media 027-webhooks 028-duplicate-keys
  029-media-removals 030-listing-views 031-import-media 032-outcomes-without-answers 033-waiting-receivers
  034-import-sheets 035-restores 036-grievances 037-reasons-with-decisions 038-job-queue`
  .trim()
  .split(/\s+/)

/** Whether these are all migrations of before the baseline, and no other. */
export function areAllEarlier(applied: readonly string[]): boolean {
  return applied.length === EARLIER.length && startsEarlier(applied)
}

/**
 * The applied migrations in today's terms: the baseline in the place of all earlier ones. Unknown ones stay as they
 * are. @throws SetupError for a database with only some of the earlier ones
 */
export function asOfBaseline(applied: readonly string[]): readonly string[] {
  if (!startsEarlier(applied)) return applied
  if (applied.length === EARLIER.length) return [BASELINE]
  throw new SetupError(
    `The data was written by a version of this server from before its first release: its tables are those of ${applied.at(-1)}, and this version can take over those of ${EARLIER.at(-1)}. Nothing was changed. Commit ${LAST_COMMIT} can bring it there: start that version once on this data, or restore the backup with it into an empty folder; then use this version.`,
  )
}

function startsEarlier(applied: readonly string[]): boolean {
  return applied.length > 0 && applied.every((name, index) => name === EARLIER[index])
}
