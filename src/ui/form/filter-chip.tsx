import { XIcon } from 'lucide-react'
import { Button } from './button.tsx'

/** What a list is narrowed to by a link, with the way back to the whole list. */
export function FilterChip({ children, onClear }: FilterChipProps) {
  return (
    <p className="row">
      <span>{children}</span>
      <Button size="small" icon={<XIcon size={14} />} onClick={onClear}>
        Show all
      </Button>
    </p>
  )
}

export interface FilterChipProps {
  children: string
  onClear: () => void
}
