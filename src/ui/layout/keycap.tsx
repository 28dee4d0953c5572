import './keycap.css'

/** The key beside what it does. The button tells assistive technology by aria-keyshortcuts. */
export function Keycap({ children }: { children: string }) {
  return (
    <span className="keycap" aria-hidden="true">
      {children}
    </span>
  )
}
