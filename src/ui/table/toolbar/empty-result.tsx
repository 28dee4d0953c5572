import { Button } from '#src/ui/form/button.tsx'

/** Replaces the rows of a list when nothing passes its search or its filters, with the way back. */
export function EmptyResult({ children, action, onClear }: EmptyResultProps) {
  return (
    <div className="empty-result">
      <p>{children}</p>
      <Button onClick={onClear}>{action}</Button>
    </div>
  )
}

export interface EmptyResultProps {
  children: string
  action: 'Clear search' | 'Clear filters'
  onClear: () => void
}
