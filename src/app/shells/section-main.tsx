import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

export interface SectionMainProps {
  className: string
  /** The section in view. */
  section: string
  children: ReactNode
}

/**
 * The main element. When the section changes, and after a sign-in, moves the focus to the section's heading. After a
 * load, a reload or Back, leaves it to the browser.
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
  const isFromInside = useNavigationType() !== NavigationType.Pop
  const shownRef = useRef(isFromInside ? null : section)
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
