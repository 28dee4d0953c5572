import type { ReactNode } from 'react'
import './loading-part.css'

/** Replaces a part of a screen that is loading, and hides its later siblings, so that they do not move when it arrives. */
export function LoadingPart({ children }: { children: ReactNode }) {
  return (
    <p className="loading-part" role="status">
      {children}
    </p>
  )
}
