// Deletes files after the commit that deletes their rows: a network store may take seconds, and no
// transaction should wait for it. The queue survives a crash and a store that is down.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { findOldestRemoval, insertRemovals, removeRemoval } from './media-removal-repository.ts'

/** Queues the files of media or uploads for deletion, in the transaction that deletes the rows. */
export function queueMediaRemoval(
  trx: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  return insertRemovals(trx, ids, now.toISOString())
}

/**
 * Deletes the files in the queue, oldest first. Two processes may run it at once. @throws Error
 * when the store fails; the remaining files stay in the queue
 */
export async function removeQueuedMedia({
  db,
  mediaStore,
}: Pick<AppDeps, 'db' | 'mediaStore'>): Promise<void> {
  for (;;) {
    const id = await findOldestRemoval(db)
    if (id === null) return
    await mediaStore.remove(id)
    await removeRemoval(db, id)
  }
}
