import type { Ref, SelectHTMLAttributes } from 'react'
import type { Tone } from './badge.tsx'
import { Icon } from './icon.tsx'

/** The platform's own select, so that phones show their own picker. */
export function Select({ compact = false, tone, className, children, ...rest }: SelectProps) {
  return (
    <span
      className={['select', className].filter(Boolean).join(' ')}
      data-compact={compact || undefined}
      data-tone={tone}
    >
      <select {...rest}>{children}</select>
      <Icon name="chevron-down" size={16} />
    </span>
  )
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** As high as a line of a table. */
  compact?: boolean
  /** Colours the select as a badge of the same tone. */
  tone?: Tone
  ref?: Ref<HTMLSelectElement>
}
