// Files are deleted after the commit that deletes their rows: a store on the network may take seconds,
// and no transaction waits for it. The queue survives a crash and a store that does not answer.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { findOldestRemoval, insertRemovals, removeRemoval } from './media-removal-repository.ts'

/** Has the files of these photos, videos or uploads deleted. Belongs to the transaction that deletes their rows. */
export function queueMediaRemoval(
  trx: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  return insertRemovals(trx, ids, now.toISOString())
}

/**
 * Deletes the files in the queue, oldest first. Two processes may do this at once.
 * @throws Error when the store fails; the rest stays in the queue
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
