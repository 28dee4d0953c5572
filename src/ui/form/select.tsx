import type { SelectHTMLAttributes } from 'react'
import type { Tone } from '#src/ui/layout/badge.tsx'

/** The platform's own select, so that phones show their own picker. */
export function Select({ compact = false, tone, className, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      className={['select', className].filter(Boolean).join(' ')}
      data-compact={compact || undefined}
      data-tone={tone}
    />
  )
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Fits into one line of a table. */
  compact?: boolean
  /** Colours the select as a badge of the same tone. */
  tone?: Tone
}
