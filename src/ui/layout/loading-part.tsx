import type { ReactNode } from 'react'
import './loading-part.css'

/** Replaces a loading part of a screen, and hides its later siblings, so that they do not move when the part loads. */
export function LoadingPart({ children }: { children: ReactNode }) {
  return (
    <p className="loading-part" role="status">
      {children}
    </p>
  )
}
