import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { undoneMessage } from './batch-messages.ts'

/** Takes a batch back, and says what came of it, unless the batch of the inverse changes says so at its end. */
export async function takeBatchBack(
  { batches }: Pick<Outbox, 'batches'>,
  batch: ChangeBatch,
): Promise<void> {
  try {
    const undone = await batches.undo(batch)
    const message = undone && undoneMessage(undone)
    if (message) showToast({ tone: 'info', message })
  } catch (error) {
    console.error('A batch could not be undone.', error)
    showToast({
      tone: 'error',
      message: 'This device could not save that, so nothing changed. Please try again.',
    })
  }
}
