// Fetches the photos and videos of imported listings, one at a time for each business. The transaction that stores the
// result of a listing's last URL also submits the listing for review. A job has the id of its URL, the lane of its business
// and the key of its listing.

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import {
  type DownloadDeps,
  type Downloaded,
  discardDownload,
  download,
  keepDownload,
  removeDownloadedFile,
} from '#server/listings/uploads/url-download-service.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'
import type { ImportMediaRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { findNextAttempt } from '#server/platform/jobs/back-off-service.ts'
import type { BackOff, Job, JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import { findWaiting, setImportMedia } from './import-media-repository.ts'
import { findArrivedMedia } from './import-media-service.ts'
import { findPostings, listPostingMediaIds, submitArrived } from './item-import-service.ts'

/** How long a listing waits for its photos and video before it goes to review without them. */
const WAIT_HOURS = 2
const WAIT_MS = WAIT_HOURS * 3_600_000

const BACK_OFF: BackOff = {
  firstMs: 60_000,
  growth: 4, // five attempts within the two hours, with pauses of 1, 4, 16 and 64 minutes
  longestMs: WAIT_MS,
  givenUpAfterMs: WAIT_MS,
}

/** Fetches URLs, one at a time for each business. */
export function makeMediaFetchKind(deps: DownloadDeps): JobKind {
  const { db, clock } = deps
  return {
    name: 'import-media',
    lanes: 8, // each photo waits for its turn to be encoded, and each file needs free space
    limitMs: 15 * 60_000, // outlasts a download (1 min) and its transfer to the media store (10 min)
    everyMs: 5_000, // a new listing waits at most that long before its first photo is fetched
    backOff: BACK_OFF,
    async run(job, { settle }) {
      // A killed process may have left a partial file of the previous attempt.
      if (job.attempts > 1) await discardDownload(deps, fileIdOf(job, job.attempts - 1))
      const row = await findWaiting(db, job.id)
      if (!row) return
      if (isTooLate(job, clock())) {
        const sentence = row.sentence ?? `It could not be fetched within ${WAIT_HOURS} hours.`
        await settle({ isDone: true }, (trx) => setFailed(trx, row, sentence, clock()))
        return
      }
      const downloaded = await attempt(deps, job, row)
      const id = fileIdOf(job)
      const isKept = await store(deps, job, { row, downloaded, settle })
      await (isKept ? removeDownloadedFile(deps, id) : discardDownload(deps, id))
    },
  }
}

/** An unexpected error, except temporary database trouble, counts as a failed attempt. */
async function attempt(deps: DownloadDeps, job: Job, row: ImportMediaRow): Promise<Downloaded> {
  try {
    const { owner_id: ownerId, address: url } = row
    const downloaded = await download(deps, { id: fileIdOf(job), ownerId, url })
    if (downloaded.kind !== 'stored' || downloaded.facts.kind === row.kind) return downloaded
    return { kind: 'refused', sentence: `The site sent a ${downloaded.facts.kind}.` }
  } catch (err) {
    if (describePassingTrouble(err)) throw err
    deps.log.error({ err, importMediaId: row.id }, 'a file of an imported listing failed')
    return { kind: 'failed', sentence: 'The server could not store the file.' }
  }
}

/**
 * Settles the job. A URL that fails for good is a result that the business sees, and not a failed job.
 * Returns whether the file is now a photo or video of the listing.
 */
async function store(
  { clock }: DownloadDeps,
  job: Job,
  {
    row,
    downloaded,
    settle,
  }: { row: ImportMediaRow; downloaded: Downloaded } & Pick<JobRun, 'settle'>,
): Promise<boolean> {
  const now = clock()
  if (downloaded.kind === 'stored') {
    let isKept = false
    const isOwn = await settle({ isDone: true }, async (trx) => {
      // Without the row, the listing was deleted meanwhile.
      if (!(await findWaiting(trx, row.id))) return
      const { owner_id: ownerId, listing_id: postingId } = row
      const id = fileIdOf(job)
      await setImportMedia(trx, row.id, { state: 'fetched', media_id: id, sentence: null })
      await keepDownload(trx, downloaded, { id, ownerId, postingId, now })
      await submitComplete(trx, row, now)
      isKept = true
    })
    return isOwn && isKept
  }
  const { sentence } = downloaded
  if (downloaded.kind === 'failed' && findNextAttempt(BACK_OFF, job, now))
    await settle({ isDone: false, failed: sentence }, (trx) =>
      setImportMedia(trx, row.id, { sentence }),
    )
  else await settle({ isDone: true }, (trx) => setFailed(trx, row, sentence, now))
  return false
}

async function setFailed(
  trx: Kysely<Tables>,
  row: ImportMediaRow,
  sentence: string,
  now: Date,
): Promise<void> {
  if (!(await findWaiting(trx, row.id))) return
  await setImportMedia(trx, row.id, { state: 'failed', sentence })
  await submitComplete(trx, row, now)
}

/** Submits the listing if none of its URLs waits to be fetched. */
async function submitComplete(
  trx: Kysely<Tables>,
  { listing_id: id, owner_id: ownerId }: ImportMediaRow,
  now: Date,
): Promise<void> {
  const posting = (await findPostings(trx, [id])).get(id)
  const media = posting && (await findArrivedMedia(trx, id, listPostingMediaIds(posting)))
  if (!posting || !media) return
  await requireVerifiedAccount(trx, ownerId)
  const by = { userId: ownerId, deviceLabel: 'Import' }
  await submitArrived(trx, posting, media, { ownerId, by, now })
}

/** A listing no longer waits for a URL that its site sent so long ago. */
function isTooLate({ askedAt }: Job, now: Date): boolean {
  return now.getTime() >= Date.parse(askedAt) + WAIT_MS
}

/** A file id that is unique among all attempts and uploads. */
function fileIdOf({ id, attempts }: Job, attempt = attempts): string {
  return createHash('sha256').update(`${id}/${attempt}`).digest('hex').slice(0, 32)
}
