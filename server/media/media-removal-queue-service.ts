// Deletes files after the commit that deletes their rows: a network store may take seconds, and no
// transaction should wait for it. The queue survives a crash and a store that is down.

import type { Kysely } from 'kysely'
import type { AppDeps, RouteDeps } from '#server/app-env.ts'
import type { MediaRemovalRow } from '#server/database/media-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import {
  countRemovals,
  findDueRemoval,
  insertRemovals,
  postponeRemoval,
  removeRemoval,
} from './media-removal-repository.ts'

const FIRST_WAIT_MS = 3_600_000 // the cleanup deletes files every hour
const LONGEST_WAIT_MS = 86_400_000 // a folder that is repaired is empty within a day

/** Queues the files of media or uploads for deletion, in the transaction that deletes the rows. */
export function queueMediaRemoval(
  trx: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  return insertRemovals(trx, ids, now.toISOString())
}

export interface RemovalDeps extends Pick<AppDeps, 'db' | 'write' | 'mediaStore' | 'log'> {
  isStopping?: () => boolean
}

/**
 * Deletes the files in the queue that are due, those due longest first. Files that cannot be deleted are logged and
 * tried again after an hour, and then twice as long each time, up to a day; the others behind them are deleted. Ends
 * early if the whole store does not answer. Two processes may run it at once. Returns the number of failures.
 */
export async function removeQueuedMedia(
  { db, write, mediaStore, log, isStopping }: RemovalDeps,
  now = new Date(),
): Promise<number> {
  let failures = 0
  while (!isStopping?.()) {
    const removal = await findDueRemoval(db, now.toISOString())
    if (!removal) break
    const { id } = removal
    try {
      await mediaStore.remove(id)
    } catch (err) {
      failures += 1
      const change = afterFailure(removal, now)
      await write((trx) => postponeRemoval(trx, id, change))
      log.error(
        { err, mediaId: id, attempts: change.attempts },
        'the files of a photo or video could not be deleted',
      )
      if (!(await isUsable(mediaStore))) break
      continue
    }
    await write((trx) => removeRemoval(trx, id))
  }
  return failures
}

/** Deletes the files of a listing that a call has just deleted for good, without letting the call wait for the store. */
export function removeFilesSoon({
  writeAsServer: write,
  ...deps
}: Pick<RouteDeps, 'db' | 'writeAsServer' | 'mediaStore' | 'log' | 'background' | 'clock'>): void {
  deps.background.start(() => removeQueuedMedia({ ...deps, write }, deps.clock()))
}

/** Counts the photos and videos whose files are still to be deleted: those that failed at least once, and the others. */
export function countQueuedMedia({ db }: Pick<AppDeps, 'db'>) {
  return countRemovals(db)
}

function afterFailure({ attempts }: Pick<MediaRemovalRow, 'attempts'>, now: Date) {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS)
  return { attempts: attempts + 1, due_at: new Date(now.getTime() + waitMs).toISOString() }
}

async function isUsable(store: AppDeps['mediaStore']): Promise<boolean> {
  return store.check().then(
    () => true,
    () => false,
  )
}
