import type { HTMLAttributes } from 'react'
import type { ListedReason } from '#src/api/team/reasons-api.ts'
import { Badge } from '#src/ui/layout/badge.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { MoveHandle } from './move-handle.tsx'
import { REASON_FIELD_LABELS } from './reason-editor.tsx'

/** One reason: a handle to move it, its texts, and one menu. */
export function ReasonRow({ reason, place, count, isSaving, handle, ...on }: ReasonRowProps) {
  const { label, code, sentence, field, changesNeeded, isActive, isUsed } = reason
  return (
    <>
      <MoveHandle rowId={code} label={label} place={place} count={count} listeners={handle} />
      <div className="reason-texts">
        <p className="row">
          <strong>{label}</strong>
          <span className="muted">{code}</span>
          {changesNeeded && <Badge tone="neutral">Changes needed</Badge>}
          {!isActive && <Badge tone="neutral">Hidden</Badge>}
        </p>
        <p className="muted">{field ? `${sentence} · ${REASON_FIELD_LABELS[field]}` : sentence}</p>
      </div>
      <RowMenu of={label} isBusy={isSaving}>
        <MenuItem onSelect={on.onEdit}>Edit</MenuItem>
        <MenuItem onSelect={on.onSwitch}>{isActive ? 'Hide' : 'Show'}</MenuItem>
        {place > 0 && <MenuItem onSelect={() => on.onMove(place - 1)}>Move up</MenuItem>}
        {place < count - 1 && <MenuItem onSelect={() => on.onMove(place + 1)}>Move down</MenuItem>}
        {!isUsed && (
          <MenuItem tone="negative" onSelect={on.onRemove}>
            Remove
          </MenuItem>
        )}
      </RowMenu>
    </>
  )
}

interface ReasonRowProps {
  reason: ListedReason
  place: number
  count: number
  isSaving: boolean
  /** The listeners of the handle. */
  handle: HTMLAttributes<HTMLButtonElement>
  onEdit: () => void
  onMove: (to: number) => void
  onSwitch: () => void
  onRemove: () => void
}
