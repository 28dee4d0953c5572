import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What is wrong with an input, beside it; nothing when nothing is. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-error" id={id}>
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  )
}
