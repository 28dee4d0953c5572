import { TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong with an input, beside it; nothing when nothing is. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-error" id={id}>
      <TriangleAlertIcon size={14} />
      <span>{children}</span>
    </p>
  )
}
