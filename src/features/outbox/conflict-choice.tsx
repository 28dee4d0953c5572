import type { ListingChange } from '#src/domain/change.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { STATUS_LABELS } from '#src/domain/listing.ts'
import { Button } from '#src/ui/button.tsx'
import { agoWords } from './change-words.ts'
import type { ChangeActions } from './use-change-actions.ts'

export interface ConflictChoiceProps {
  change: ListingChange
  nowMs: number
  actions: Pick<ChangeActions, 'applyMine' | 'keepTheirs'>
  /** The id of the element that names the change. */
  titleId: string
}

/** Both sides of a conflict beside each other, and the choice between them. Nothing is overwritten without it. */
export function ConflictChoice({ change, nowMs, actions, titleId }: ConflictChoiceProps) {
  return (
    <>
      <div className="compare">
        <div className="compare-side">
          <p className="compare-status">Yours: {mineWords(change)}</p>
          <p className="compare-label">
            {`Decided ${agoWords(change.queuedAt, nowMs)} on this device`}
          </p>
        </div>
        <div className="compare-side">
          <p className="compare-status">Theirs: {theirWords(change)}</p>
          <p className="compare-label">{theirOrigin(change)}</p>
        </div>
      </div>
      <div className="change-item-actions">
        <Button
          variant="primary"
          aria-describedby={titleId}
          onClick={() => void actions.applyMine()}
        >
          Apply mine
        </Button>
        <Button aria-describedby={titleId} onClick={() => void actions.keepTheirs()}>
          Keep theirs
        </Button>
      </div>
    </>
  )
}

function mineWords({ action }: ListingChange): string {
  return action.kind === 'delete' ? 'Deleted' : STATUS_LABELS[action.to]
}

function theirWords({ conflict }: ListingChange): string {
  return conflict?.status ? STATUS_LABELS[conflict.status] : 'Not known'
}

function theirOrigin({ conflict }: ListingChange): string {
  const when = conflict?.changedAt ? ` ${formatDateTime(conflict.changedAt)}` : ' meanwhile'
  return `Changed${when}${conflict?.device ? ` on ${conflict.device}` : ''}`
}
