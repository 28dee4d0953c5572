// Deletes files after the commit that deletes their rows: a network store may take seconds, and no
// transaction should wait for it. The queue survives a crash and a store that is down.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'

const STORE = 'store' // one lane: a store that is down is asked once, and not for each file

/** Queues the files of media or uploads for deletion, in the transaction that deletes the rows. */
export function queueMediaRemoval(
  trx: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const jobs = ids.map((id) => ({ id, key: id, lane: STORE }))
  return addJobs(trx, 'media-removals', jobs, now)
}

/**
 * Deletes the files of photos and videos. Files that cannot be deleted are tried again for ever, because people were told
 * that they are gone; the others behind them are deleted.
 */
export function makeMediaRemovalKind({
  mediaStore,
  log,
}: Pick<AppDeps, 'log'> & MediaDeps): JobKind {
  return {
    name: 'media-removals',
    lanes: 1,
    limitMs: 10 * 60_000, // the S3 client and the disk have shorter limits of their own
    everyMs: 5_000, // a deleted listing's photos are gone soon after
    backOff: {
      firstMs: 3_600_000,
      growth: 2,
      longestMs: 86_400_000, // a folder that is repaired is empty within a day
      givenUpAfterMs: null,
    },
    async run({ key, attempts }, { settle }) {
      try {
        await mediaStore.remove(key)
      } catch (err) {
        log.error(
          { err, mediaId: key, attempts },
          'the files of a photo or video could not be deleted',
        )
        const isReceiverDown = !(await isUsable(mediaStore))
        await settle({ isDone: false, failed: 'The files could not be deleted.', isReceiverDown })
      }
    },
  }
}

async function isUsable(store: MediaDeps['mediaStore']): Promise<boolean> {
  return store.check().then(
    () => true,
    () => false,
  )
}
