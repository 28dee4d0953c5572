import { TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An input's error message. Renders nothing if the input is valid. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p className="field-error" id={id}>
      <TriangleAlertIcon size={14} />
      <span>{children}</span>
    </p>
  )
}
