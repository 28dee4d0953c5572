import type { ListingChange } from '#src/domain/change.ts'
import { groupIndian } from '#src/domain/money.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { countDecided, namesOf } from './toast-groups.ts'

export interface UndoConfirmationProps {
  /** The decisions to take back. */
  changes: readonly ListingChange[]
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before many decisions are taken back at once. */
export function UndoConfirmation({ changes, onConfirm, onCancel }: UndoConfirmationProps) {
  const count = groupIndian(changes.length)
  return (
    <ConfirmDialog
      open
      title={`Undo all ${count} decisions?`}
      confirmLabel={`Undo all ${count}`}
      cancelLabel="Keep them"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{`${countDecided(changes)}: ${namesOf(changes)}.`}</p>
      <p>Each listing gets the status that it had before.</p>
    </ConfirmDialog>
  )
}
