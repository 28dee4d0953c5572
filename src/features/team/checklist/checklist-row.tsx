import type { HTMLAttributes } from 'react'
import type { ChecklistItem } from '#src/domain/visit/checklist.ts'
import { MoveHandle } from '#src/features/team/move-handle.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'

/** One point of the checklist: a handle to move it, its words, and one menu. */
export function ChecklistRow({ item, place, count, listeners, isSaving, ...on }: RowProps) {
  const { id, label, isActive } = item
  return (
    <>
      <MoveHandle rowId={id} label={label} place={place} count={count} listeners={listeners} />
      <p className="row">
        <strong>{label}</strong>
        {!isActive && <Badge tone="neutral">Hidden</Badge>}
      </p>
      <RowMenu of={label} isBusy={isSaving}>
        <MenuItem onSelect={on.onEdit}>Edit</MenuItem>
        <MenuItem onSelect={on.onSwitch}>{isActive ? 'Hide' : 'Show'}</MenuItem>
        {place > 0 && <MenuItem onSelect={() => on.onMove(place - 1)}>Move up</MenuItem>}
        {place < count - 1 && <MenuItem onSelect={() => on.onMove(place + 1)}>Move down</MenuItem>}
        <MenuItem tone="negative" onSelect={on.onRemove}>
          Remove
        </MenuItem>
      </RowMenu>
    </>
  )
}

interface RowProps {
  item: ChecklistItem
  place: number
  count: number
  /** The listeners of the handle. */
  listeners: HTMLAttributes<HTMLButtonElement>
  isSaving: boolean
  onEdit: () => void
  onMove: (to: number) => void
  onSwitch: () => void
  onRemove: () => void
}
