import type { Change } from '#src/domain/change.ts'
import { type CommitParts, commitChange } from '#src/outbox/commit-change.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { PostingTicket } from '../change-draft.ts'

interface PostingQueue extends CommitParts {
  view: Pick<OutboxView, 'show'>
  triggerDrain(): void
}

/**
 * Queues a listing of an owner, as it is stored on this device. Resolves with its change, which is due now, also if an
 * earlier try failed.
 */
export async function queuePosting(parts: PostingQueue, draft: PostingTicket): Promise<Change> {
  const { change } = await commitChange(parts, draft)
  if (!change) throw new Error('A listing always has a change.')
  const store = await parts.openStore()
  // It may be behind a change of the listing that waits for its next try.
  const late = (await store.listChanges(draft.userId)).filter(
    ({ entityId, state, notBefore }) =>
      entityId === draft.entityId && state === 'waiting' && notBefore > 0,
  )
  await store.retryChanges(late)
  parts.view.show(change)
  parts.triggerDrain()
  return change
}
