import { type ReactNode, useLayoutEffect, useRef } from 'react'
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
  return (
    <main id={MAIN_ID} className={className} tabIndex={-1}>
      <Arrival section={section} />
      {children}
    </main>
  )
}

const MAIN_ID = 'content'

/** Must be rendered before the content: its effect then runs first, and the screen can move the focus elsewhere. */
function Arrival({ section }: Pick<SectionMainProps, 'section'>) {
  const isFromInside = useNavigationType() !== NavigationType.Pop
  const shownRef = useRef(isFromInside ? null : section)
  useLayoutEffect(() => {
    if (shownRef.current === section) return
    shownRef.current = section
    // On the first render, a ref to the main element would still be empty here.
    focusHeading(document.getElementById(MAIN_ID))
    window.scrollTo(0, 0)
  }, [section])
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
