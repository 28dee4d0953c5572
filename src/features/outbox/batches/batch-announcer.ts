import { listProgress } from '#src/outbox/batches/batch-progress.ts'
import type { OutboxServices } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { batchLabel, endMessage } from './batch-messages.ts'
import { takeBatchBack } from './undo-batch.ts'

export interface BatchAnnouncerParts
  extends Pick<OutboxServices, 'outbox' | 'view' | 'connectivity'> {
  /** The batches that the page found when it opened; true for those that were over. */
  found: ReadonlyMap<string, boolean>
  isOnline(): boolean
  openOutbox(): void
}

/** Shows one message at the end of each batch, and one when a batch is stored that cannot be sent now. */
export function startBatchAnnouncer({
  outbox,
  view,
  connectivity,
  ...parts
}: BatchAnnouncerParts): () => void {
  const announced = new Set([...parts.found].flatMap(([id, isOver]) => (isOver ? [id] : [])))
  /** Batches that were said to be stored, or that an earlier visit has stored. */
  const stored = new Set(parts.found.keys())

  function look() {
    const { batches, changes } = view.get()
    for (const progress of listProgress(batches, changes)) {
      const { batch, open, stuck } = progress
      const { id } = batch
      const undo = { label: 'Undo', onAction: () => void takeBatchBack(outbox, batch) }
      const actions = batch.undoes === null ? [undo] : []
      if (open > 0) {
        announced.delete(id)
        if (stored.has(id) || parts.isOnline()) continue
        stored.add(id)
        const message = `Saved on this device. ${batchLabel(batch)}.`
        showToast({ tone: 'info', message, id, actions })
        continue
      }
      if (announced.has(id)) continue
      announced.add(id)
      const seeWhy = { label: 'See why', onAction: parts.openOutbox }
      const isTrouble = stuck.length > 0
      showToast({
        tone: isTrouble ? 'error' : 'success',
        message: endMessage(progress),
        id,
        actions: isTrouble ? [seeWhy, ...actions] : actions,
      })
    }
  }

  const stops = [view.subscribe(look), connectivity.subscribe(look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
