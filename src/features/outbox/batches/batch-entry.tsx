import { PauseIcon, PlayIcon, RefreshCwIcon, Undo2Icon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ListingChange } from '#src/domain/change.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { BatchProgress } from '#src/outbox/batches/batch-progress.ts'
import { NOT_SENT_AGAIN } from '#src/outbox/discard-messages.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/form/button.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { batchLabel, canSendAgain, listFailures, progressLabel } from './batch-messages.ts'
import { takeBatchBack } from './undo-batch.ts'

const SHOWN = 50 // entries of one batch; nobody settles more by hand before looking again

export interface BatchEntryProps {
  progress: BatchProgress
  nowMs: number
  /** Shows the entries of changes that need attention. */
  renderStuck: (stuck: readonly ListingChange[]) => ReactNode
  /** Called when the entry has removed itself. */
  onGone: () => void
}

/** One batch as one line: how far it is, pause, undo, and what failed and why. */
export function BatchEntry({ progress, nowMs, renderStuck, onGone }: BatchEntryProps) {
  const { batch, done, open, stuck } = progress
  const outbox = useOutbox()
  const { batches } = outbox
  const sendable = stuck.filter(canSendAgain)
  const [isBusy, setBusy] = useState(false)
  const titleId = useId()

  async function act(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showNotSaved(error)
    } finally {
      setBusy(false)
    }
  }

  async function sendAgain() {
    if (!(await outbox.retry(...sendable))) showToast({ tone: 'info', message: NOT_SENT_AGAIN })
  }

  return (
    <li className="change-item" data-state={stuck.length > 0 ? 'parked' : undefined}>
      <div className="change-item-text">
        <p className="change-item-title" id={titleId}>
          {batchLabel(batch)}
        </p>
        <progress
          className="batch-progress"
          aria-labelledby={titleId}
          max={batch.count}
          value={done}
        />
        <p className="change-item-meta" role="status">
          {progressLabel(progress)}
        </p>
        {stuck.length > 0 && (
          <details className="batch-failures">
            <summary>{`What failed and why (${groupIndian(stuck.length)})`}</summary>
            <ul className="batch-reasons">
              {listFailures(stuck, nowMs).map(({ why, changes }) => (
                <li key={why}>{`${groupIndian(changes.length)}: ${why}`}</li>
              ))}
            </ul>
            <ul className="change-list">{renderStuck(stuck.slice(0, SHOWN))}</ul>
            {stuck.length > SHOWN && (
              <p className="muted">{`${groupIndian(stuck.length - SHOWN)} more follow once these are settled.`}</p>
            )}
          </details>
        )}
      </div>
      <div className="change-item-actions">
        {sendable.length > 0 && (
          <Button
            icon={<RefreshCwIcon size={16} />}
            busy={isBusy}
            aria-describedby={titleId}
            onClick={() => void act(sendAgain)}
          >
            {`Send ${groupIndian(sendable.length)} again`}
          </Button>
        )}
        {open > 0 && (
          <Button
            icon={batch.isPaused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
            aria-describedby={titleId}
            onClick={() => void act(() => batches.setPaused(batch, !batch.isPaused))}
          >
            {batch.isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        {batch.undoneBy === null && batch.undoes === null && (
          <Button
            icon={<Undo2Icon size={16} />}
            busy={isBusy}
            aria-describedby={titleId}
            onClick={() => void act(() => takeBatchBack(outbox, batch))}
          >
            {`Undo ${groupIndian(batch.count)}`}
          </Button>
        )}
        {open + stuck.length === 0 && (
          <Button
            variant="quiet"
            aria-describedby={titleId}
            onClick={() =>
              void act(async () => {
                await batches.forget(batch)
                onGone()
              })
            }
          >
            Dismiss
          </Button>
        )}
      </div>
    </li>
  )
}
