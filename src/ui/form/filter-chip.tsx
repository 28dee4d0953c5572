import { XIcon } from 'lucide-react'
import { Button } from './button.tsx'

/** The name of a filter that a link has set on a list, with a button that clears the filter. */
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
