// The kinds of hints of a listing, for filters and the order of review. They are a part of the list, so a new one gives the listing
// a revision, and no version: it conflicts with no decision. The log of changes has no row about them.

import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import { HINT_KINDS, HINT_OF_CHECK, type HintKind } from '#src/domain/listing/listing-hint.ts'
import type { SubmissionCheckCode } from '#src/domain/listing/submission-check.ts'
import type { ListingState } from './listing-state-service.ts'
import { touchListings } from './listing-touch-service.ts'

const ROUND_MS = 5_000
const SEPARATOR = '|' // also at both ends, so that a condition finds a whole kind

/** The stored form of the hints of these checks. */
export function toStoredHints(checks: readonly { code: SubmissionCheckCode }[]): string {
  const found = new Set(checks.map(({ code }) => HINT_OF_CHECK[code]))
  const kinds = HINT_KINDS.filter((kind) => found.has(kind))
  return kinds.length === 0 ? '' : ['', ...kinds, ''].join(SEPARATOR)
}

export function readStoredHints(stored: string): HintKind[] {
  return HINT_KINDS.filter((kind) => stored.includes(wordOf(kind)))
}

/** A kind as a stored text has it. */
export function wordOf(kind: string): string {
  return `${SEPARATOR}${kind}${SEPARATOR}`
}

/**
 * Adds the job that stores hints for all pending listings without them. The submissions of a few seconds share one job: an import has
 * thousands, and a job for each took the server five times as long.
 */
export function askForHints(
  trx: Kysely<Tables>,
  now: Date,
  id = `hints ${Math.floor(now.getTime() / ROUND_MS)}`,
): Promise<void> {
  return addJobs(trx, 'hints', [{ id, lane: 'hints', key: 'hints' }], now)
}

/** The ids of submissions that wait, and whose hints were not looked for. */
export async function listWithoutHints(db: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('hints', 'is', null)
    .where(sql<boolean>`coalesce(status, 'pending') = 'pending'`)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Stores the hints that were found for a submission. Writes nothing if they are stored already, or if the owner has submitted
 * again since: the newer submission has a job of its own.
 */
export async function setListingHints(
  trx: Kysely<Tables>,
  checked: ListingState,
  hints: string,
): Promise<void> {
  const { id, submitted } = checked.posting
  const row = await trx
    .selectFrom('listings')
    .innerJoin('postings', 'postings.id', 'listings.id')
    .select(['listings.hints', 'postings.submitted'])
    .where('listings.id', '=', id)
    .executeTakeFirst()
  if (!row || row.hints === hints || row.submitted !== submitted) return
  await touchListings(trx, [id], { hints })
}
