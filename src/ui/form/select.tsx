import type { SelectHTMLAttributes } from 'react'

/** The platform's own select, so that phones show their own picker. */
export function Select({ compact = false, className, ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      className={['select', className].filter(Boolean).join(' ')}
      data-compact={compact || undefined}
    />
  )
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Fits into one line of a table. */
  compact?: boolean
}
