import type { Kysely } from 'kysely'
import {
  askForHints,
  listWithoutHints,
  setListingHints,
  toStoredHints,
} from '#server/listings/changes/listing-hint-service.ts'
import { findState, type ListingState } from '#server/listings/changes/listing-state-service.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Job, JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import { listChecks } from './hints/check-service.ts'
import { filesOf, submittedOf } from './posting-review-wire.ts'

const MINUTE_MS = 60_000
const AT_ONCE = 50 // about 0.2 s of other work between two writes

/** Stores the kinds of hints of the submissions that have arrived. */
export function makeHintKind({ db, write }: Pick<AppDeps, 'db' | 'write'>): JobKind {
  return {
    name: 'hints',
    lanes: 1, // each reads half a dozen indexes, and nobody waits for it
    limitMs: 2 * MINUTE_MS, // of 50 submissions: it takes milliseconds
    everyMs: 2_000, // before a reviewer has seen the new row and filtered the list
    backOff: {
      firstMs: MINUTE_MS,
      growth: 2,
      longestMs: 60 * MINUTE_MS,
      givenUpAfterMs: 24 * 60 * MINUTE_MS, // by then it is decided; opening it shows its hints anyway
    },
    run: (job, run) => lookForHints({ db, write }, job, run),
  }
}

/**
 * Stores hints for all pending listings that have none yet. If a listing is submitted while this runs, adds a job for it.
 */
async function lookForHints(
  { db, write }: Pick<AppDeps, 'db' | 'write'>,
  { askedAt }: Job,
  run: JobRun,
): Promise<void> {
  for (let ids = await listWithoutHints(db, AT_ONCE); ids.length > 0; ) {
    if (run.isStopping()) return void (await run.settle('interrupted'))
    const found: [ListingState, string][] = []
    for (const id of ids) {
      const checked = await findState(db, id)
      if (checked?.listing) found.push([checked, await findHints(db, checked)])
    }
    const isOurs = await write(async (trx) => {
      if (!(await run.renew(trx))) return false
      for (const [checked, hints] of found) await setListingHints(trx, checked, hints)
      return true
    })
    if (!isOurs) return
    const left = await listWithoutHints(db, AT_ONCE)
    // Submitted again meanwhile: the job that is added below looks for them.
    if (left.length > 0 && left.every((id) => ids.includes(id))) break
    ids = left
  }
  await run.settle({ isDone: true }, async (trx) => {
    const [left] = await listWithoutHints(trx, 1)
    const now = new Date(askedAt)
    if (left !== undefined) await askForHints(trx, now, makeRecordId(now))
  })
}

/** The stored form of all hints of a submission, also of those that its group says, or that need the right to see contacts. */
async function findHints(db: Kysely<Tables>, checked: ListingState): Promise<string> {
  const { listing } = checked
  if (!listing) return ''
  const content = submittedOf(checked)
  const media = filesOf(content, await listMedia(db, listing.id))
  return toStoredHints(await listChecks(db, { listing, content, media }, 'all'))
}
