import { holdPage } from '#src/storage/page-hold.ts'
import type { StoragePersistence } from '#src/storage/storage-persistence.ts'
import { StorageTroubleError } from '#src/storage/storage-trouble.ts'
import type { ChangeDraft } from './kinds/change-draft.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { QueueOutcome } from './queue/queue-store.ts'

export interface CommitParts {
  openStore(): Promise<OutboxStore>
  persistence: Pick<StoragePersistence, 'getSpace' | 'checkSpace'>
}

/** Stores a change, or merges it with those of its record. @throws StorageTroubleError */
export async function commitChange(
  { openStore, persistence }: CommitParts,
  draft: ChangeDraft,
): Promise<QueueOutcome> {
  await requireSpace(persistence)
  const store = await openStore()
  return holdPage(store.queueChange(draft))
}

/**
 * Queue nothing on a full disk: the browser may recreate the database, which loses writes that it has confirmed.
 * @throws StorageTroubleError
 */
export async function requireSpace(persistence: CommitParts['persistence']): Promise<void> {
  if (persistence.getSpace() === 'full') await persistence.checkSpace()
  if (persistence.getSpace() === 'full') throw new StorageTroubleError('full', 'queue')
}
