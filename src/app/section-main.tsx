import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface SectionMainProps {
  className: string
  /** What is shown now. */
  section: string
  children: ReactNode
}

/** The part that changes with the section. The focus follows a change of section to it, but not the first showing. */
export function SectionMain({ className, section, children }: SectionMainProps) {
  const mainRef = useRef<HTMLElement>(null)
  const shownRef = useRef(section)
  // Before the effects of what is shown: a screen that places the focus itself has the last word.
  useLayoutEffect(() => {
    if (shownRef.current === section) return
    shownRef.current = section
    mainRef.current?.focus()
    window.scrollTo(0, 0)
  }, [section])
  return (
    <main id="content" ref={mainRef} className={className} tabIndex={-1}>
      {children}
    </main>
  )
}
