import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

export interface SectionMainProps {
  className: string
  /** The section in view. */
  section: string
  children: ReactNode
}

/**
 * The main element. When the section changes, moves the focus to the new section's heading, but not on the first
 * render.
 */
export function SectionMain({ className, section, children }: SectionMainProps) {
  const mainRef = useRef<HTMLElement>(null)
  return (
    <main id="content" ref={mainRef} className={className} tabIndex={-1}>
      <Arrival section={section} mainRef={mainRef} />
      {children}
    </main>
  )
}

interface ArrivalProps {
  section: string
  mainRef: RefObject<HTMLElement | null>
}

/** Must be rendered before the content: its effect then runs first, and the screen can move the focus elsewhere. */
function Arrival({ section, mainRef }: ArrivalProps) {
  const shownRef = useRef(section)
  useLayoutEffect(() => {
    if (shownRef.current === section) return
    shownRef.current = section
    focusHeading(mainRef.current)
    window.scrollTo(0, 0)
  }, [section, mainRef])
  return null
}

function focusHeading(main: HTMLElement | null): void {
  const headings = main?.querySelectorAll<HTMLElement>('.page-title') ?? []
  // Skips the headings of hidden preserved sections.
  const shown = [...headings].find((heading) => !heading.closest('[hidden]'))
  if (shown) shown.tabIndex = -1
  const landing = shown ?? main
  landing?.focus()
}
