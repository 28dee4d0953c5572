import type { Change } from '#src/domain/change.ts'
import { type CommitParts, commitChange } from '#src/outbox/commit-change.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import type { PostingTicket } from '../change-draft.ts'

interface PostingQueue extends CommitParts {
  view: Pick<OutboxView, 'show'>
  triggerDrain(): void
}

/**
 * Queues a listing of an owner, as it is stored on this device. Resolves with the change that waits for its next try, which
 * is due now, also if an earlier one failed.
 */
export async function queuePosting(parts: PostingQueue, draft: PostingTicket): Promise<Change> {
  const { change, outcome } = await commitChange(parts, draft)
  if (!change) throw new Error('A listing always has a change.')
  if (outcome === 'unchanged') await (await parts.openStore()).retryChanges([change.seq])
  parts.view.show(change)
  parts.triggerDrain()
  return change
}
