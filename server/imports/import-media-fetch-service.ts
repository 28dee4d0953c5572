// Fetches the photos and videos of imported listings, one at a time for each business. The transaction
// that stores the result of a listing's last URL also submits the listing for review. If a process is
// killed, another process fetches its URL after the lease has expired.

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/auth/own-account/verified-account-guard.ts'
import { describePassingTrouble } from '#server/database/database-trouble.ts'
import type { ImportMediaRow } from '#server/database/import-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import type { LaneWork } from '#server/outbound/receiver-lane-service.ts'
import {
  findPostings,
  listPostingMediaIds,
  submitArrived,
} from '#server/posting/posting-import-service.ts'
import {
  type DownloadDeps,
  type Downloaded,
  discardDownload,
  download,
  keepDownload,
  removeDownloadedFile,
} from '#server/uploads/upload-download-service.ts'
import {
  claimImportMedia,
  findDue,
  listWaitingSince,
  settleImportMedia,
} from './import-media-repository.ts'
import { afterFailedFetch, endOfWaiting, WAIT_HOURS } from './import-media-retry.ts'
import { findArrivedMedia } from './import-media-service.ts'

const LEASE_MS = 15 * 60_000 // outlasts a download (1 min) and its transfer to the media store (10 min)

const MOST = 8 // businesses served at once; each photo waits for its turn to be encoded, and each file needs free space

/** Fetches URLs that are due, one at a time for each business. Several processes may run this at once. */
export function makeMediaFetchWork(deps: DownloadDeps): LaneWork<ImportMediaRow> {
  let afterOwner = '' // businesses take turns, so that a large import delays no small one
  return {
    most: MOST,
    mostMs: LEASE_MS,
    async take(most, running) {
      await endWaiting(deps)
      const taken: ImportMediaRow[] = []
      while (taken.length < most) {
        const without = [...running, ...taken].map(({ owner_id }) => owner_id)
        const row = await takeNext(deps, { afterOwner, without })
        if (!row) break
        afterOwner = row.owner_id
        taken.push(row)
      }
      return taken
    },
    serve: async (row) => settle(deps, row, await attempt(deps, row)),
  }
}

async function takeNext(
  { db, clock }: DownloadDeps,
  { afterOwner, without }: { afterOwner: string; without: readonly string[] },
): Promise<ImportMediaRow | undefined> {
  const now = clock()
  const until = new Date(now.getTime() + LEASE_MS).toISOString()
  const find = (after: string) =>
    findDue(db, { now: now.toISOString(), afterOwner: after, without })
  for (;;) {
    const due = (await find(afterOwner)) ?? (await find(''))
    if (!due) return undefined
    const claimed = await db.transaction().execute((trx) => claimImportMedia(trx, due, until))
    if (claimed) return claimed
  }
}

/**
 * An unexpected error, except temporary database trouble, counts as a failed attempt: if it were thrown,
 * it would end the run for all other URLs.
 */
async function attempt(deps: DownloadDeps, row: ImportMediaRow): Promise<Downloaded> {
  try {
    // A killed process may have left a partial file of the previous attempt.
    if (row.attempts > 1) await discardDownload(deps, fileIdOf(row, row.attempts - 1))
    const { owner_id: ownerId, address: url } = row
    const downloaded = await download(deps, { id: fileIdOf(row), ownerId, url })
    if (downloaded.kind !== 'stored' || downloaded.facts.kind === row.kind) return downloaded
    return { kind: 'refused', sentence: `The site sent a ${downloaded.facts.kind}.` }
  } catch (err) {
    if (describePassingTrouble(err)) throw err
    deps.log.error({ err, importMediaId: row.id }, 'a file of an imported listing failed')
    return { kind: 'failed', sentence: 'The server could not store the file.' }
  }
}

async function settle(
  deps: DownloadDeps,
  row: ImportMediaRow,
  downloaded: Downloaded,
): Promise<void> {
  const now = deps.clock()
  const { owner_id: ownerId, listing_id: postingId } = row
  const id = fileIdOf(row)
  const isKept = await deps.db.transaction().execute(async (trx) => {
    if (!(await settleImportMedia(trx, row, toChange(row, downloaded, now)))) return false
    const isStored = downloaded.kind === 'stored'
    if (isStored) await keepDownload(trx, downloaded, { id, ownerId, postingId, now })
    await submitComplete(trx, row, now)
    return isStored
  })
  await (isKept ? removeDownloadedFile(deps, id) : discardDownload(deps, id))
}

function toChange(row: ImportMediaRow, downloaded: Downloaded, now: Date) {
  if (downloaded.kind === 'stored')
    return { state: 'fetched', media_id: fileIdOf(row), sentence: null } as const
  const { kind, sentence } = downloaded
  return kind === 'failed'
    ? afterFailedFetch(row, sentence, now)
    : ({ state: 'failed', sentence } as const)
}

/** Marks URLs as failed that have waited too long, so that their listings go to review. */
async function endWaiting(deps: DownloadDeps): Promise<void> {
  const now = deps.clock()
  for (const row of await listWaitingSince(deps.db, endOfWaiting(now)))
    await deps.db.transaction().execute(async (trx) => {
      const sentence = row.sentence ?? `It could not be fetched within ${WAIT_HOURS} hours.`
      if (await settleImportMedia(trx, row, { state: 'failed', sentence }))
        await submitComplete(trx, row, now)
    })
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
  const { full_name: ownerName } = await requireVerifiedAccount(trx, ownerId)
  const by = { userId: ownerId, deviceLabel: 'Import' }
  await submitArrived(trx, posting, media, { ownerId, ownerName, by, now })
}

/** A file id that is unique among all attempts and uploads. */
function fileIdOf({ id, attempts }: ImportMediaRow, attempt = attempts): string {
  return createHash('sha256').update(`${id}/${attempt}`).digest('hex').slice(0, 32)
}
