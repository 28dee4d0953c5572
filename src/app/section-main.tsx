import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

export interface SectionMainProps {
  className: string
  /** What is shown now. */
  section: string
  children: ReactNode
}

/** The part that changes with the section. The focus follows a change of section to it, but not the first showing. */
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

/** Stands before what is shown, whose effects come after its own: a screen that places the focus itself has the last word. */
function Arrival({ section, mainRef }: ArrivalProps) {
  const shownRef = useRef(section)
  useLayoutEffect(() => {
    if (shownRef.current === section) return
    shownRef.current = section
    mainRef.current?.focus()
    window.scrollTo(0, 0)
  }, [section, mainRef])
  return null
}
