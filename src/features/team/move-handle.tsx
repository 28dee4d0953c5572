import { GripVerticalIcon } from 'lucide-react'
import type { HTMLAttributes } from 'react'

/** Moves a row of a list: by dragging it, or with the arrow keys on it (`useRowOrder`). */
export function MoveHandle({ rowId, label, place, count, listeners }: MoveHandleProps) {
  return (
    <button
      {...listeners}
      type="button"
      className="icon-button reason-handle"
      data-row={rowId}
      aria-label={`Move ${label}, ${place + 1} of ${count}: drag, or press the arrow keys`}
      title="Drag, or press the arrow keys"
    >
      <GripVerticalIcon size={16} />
    </button>
  )
}

interface MoveHandleProps {
  rowId: string
  label: string
  place: number
  count: number
  listeners: HTMLAttributes<HTMLButtonElement>
}
