import { XIcon } from 'lucide-react'
import { Button } from './button.tsx'

/** The filter that a link set on a list, with a button that clears it. */
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
