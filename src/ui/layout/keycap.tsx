import './keycap.css'

/** The keyboard key of an action. Hidden from assistive technology, which reads the button's aria-keyshortcuts. */
export function Keycap({ children }: { children: string }) {
  return (
    <span className="keycap" aria-hidden="true">
      {children}
    </span>
  )
}
