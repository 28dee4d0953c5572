import { setListingHints, toStoredHints } from '#server/listings/changes/listing-hint-service.ts'
import { findState, type ListingState } from '#server/listings/changes/listing-state-service.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { listChecks } from './hints/check-service.ts'
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
      givenUpAfterMs: 24 * 60 * MINUTE_MS, // by then it is decided; opening it shows its hints anyway
    },
    async run({ key }) {
      const checked = await findState(db, key)
      if (checked) await storeHintsOf({ db, write }, checked)
    },
  }
}

/** Stores the kinds of all hints of a submission, also of those that its group says, if others are stored. */
async function storeHintsOf(
  { db, write }: Pick<AppDeps, 'db' | 'write'>,
  checked: ListingState,
): Promise<void> {
  const { listing } = checked
  if (!listing) return
  const content = submittedOf(checked)
  const media = filesOf(content, await listMedia(db, listing.id))
  // Those too that need the right to see contacts.
  const hints = toStoredHints(await listChecks(db, { listing, content, media }, 'all'))
  if (listing.hints !== hints) await write((trx) => setListingHints(trx, checked, hints))
}
