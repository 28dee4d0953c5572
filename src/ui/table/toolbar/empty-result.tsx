import type { MouseEvent } from 'react'
import { Button } from '#src/ui/form/button.tsx'

/** Replaces the rows of a list when nothing passes its search or its filters, with the way back. */
export function EmptyResult({ children, action, onClear }: EmptyResultProps) {
  function clear(event: MouseEvent<HTMLElement>) {
    // The button goes away. Not the search field: on a touch screen, that would open the keyboard over the rows.
    event.currentTarget.closest<HTMLElement>('.data-table')?.focus()
    onClear()
  }
  return (
    <div className="empty-result">
      <p>{children}</p>
      <Button onClick={clear}>{action}</Button>
    </div>
  )
}

export interface EmptyResultProps {
  children: string
  action: 'Clear search' | 'Clear filters'
  onClear: () => void
}
