import './keycap.css'

/** A key beside its action. The button informs assistive technology by aria-keyshortcuts. */
export function Keycap({ children }: { children: string }) {
  return (
    <span className="keycap" aria-hidden="true">
      {children}
    </span>
  )
}
