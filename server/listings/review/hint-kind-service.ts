import type { Kysely } from 'kysely'
import { setListingHints, toStoredHints } from '#server/listings/changes/listing-hint-service.ts'
import { findState, type ListingState } from '#server/listings/changes/listing-state-service.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { listChecks } from './hints/check-service.ts'
import type { SubmissionCheck } from './hints/check-wire.ts'
import { filesOf, submittedOf } from './posting-review-wire.ts'

const MINUTE_MS = 60_000

/** Stores the kinds of hints of a submission that has arrived. */
export function makeHintKind({ db, write }: Pick<AppDeps, 'db' | 'write'>): JobKind {
  return {
    name: 'hints',
    lanes: 1, // each reads half a dozen indexes, and nobody waits for it
    limitMs: 2 * MINUTE_MS, // it takes milliseconds
    everyMs: 2_000, // before a reviewer has seen the new row and filtered the list
    backOff: {
      firstMs: MINUTE_MS,
      growth: 2,
      longestMs: 60 * MINUTE_MS,
      givenUpAfterMs: 24 * 60 * MINUTE_MS, // by then a reviewer has opened it, which stores them too
    },
    async run({ key }) {
      const checked = await findState(db, key)
      if (checked?.listing) await storeHints(write, checked, await findChecks(db, checked))
    },
  }
}

/** All checks of a submission, also those that need the right to see contacts. */
async function findChecks(db: Kysely<Tables>, checked: ListingState): Promise<SubmissionCheck[]> {
  const { listing } = checked
  if (!listing) return []
  const content = submittedOf(checked)
  const media = filesOf(content, await listMedia(db, listing.id))
  return listChecks(db, { listing, content, media }, 'all')
}

/** Stores the hints of these checks if others are stored. */
export async function storeHints(
  write: AppDeps['write'],
  checked: ListingState,
  checks: readonly SubmissionCheck[],
): Promise<void> {
  const hints = toStoredHints(checks)
  if (checked.listing?.hints !== hints) await write((trx) => setListingHints(trx, checked, hints))
}
