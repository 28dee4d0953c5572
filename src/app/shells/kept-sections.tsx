import {
  Activity,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from '#src/app/updates/error-boundary.tsx'
import type { Section } from '#src/config/paths.ts'
import { KeptSearchContext } from '#src/ui/layout/page-search.ts'
import { forgetVisit, NO_VISITS, type Visit, visitsAfter } from './kept-visits.ts'
import { PanelSection, SectionHead } from './panel-section.tsx'

export interface KeptSectionsProps {
  /** Null while something else stands in the section's place. */
  shown: Section | null
  onOpen: (id: string) => void
}

/**
 * The section in view and, behind it, the last ones as they were left: coming back draws nothing anew, and finds the page
 * scrolled to where it was. What is behind does nothing; it goes on seeing the address at which it was left.
 */
export function KeptSections({ shown, onOpen }: KeptSectionsProps) {
  const { search } = useLocation()
  const [before, setVisits] = useState(NO_VISITS)
  const visits = visitsAfter(before, shown, search)
  if (visits !== before) setVisits(visits)
  const forget = useCallback((id: number) => setVisits((now) => forgetVisit(now, id)), [])
  // Always in the same order: an element that is moved begins anew.
  const inOrder = [...visits.kept].sort((one, other) => one.id - other.id)
  return (
    // Around all of them: the section that is left stays in view until the code of the next is there.
    <Suspense fallback={shown && <SectionHead section={shown} />}>
      {inOrder.map((visit) => (
        <KeptSection
          key={visit.id}
          visit={visit}
          isShown={visit.section === shown}
          onOpen={onOpen}
          onUnfit={forget}
        />
      ))}
    </Suspense>
  )
}

interface KeptSectionProps {
  visit: Visit
  isShown: boolean
  onOpen: (id: string) => void
  /** Told of a section that cannot be left as it is. */
  onUnfit: (id: number) => void
}

function KeptSection({ visit, isShown, onOpen, onUnfit }: KeptSectionProps) {
  const { id, section, times } = visit
  const partRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What was asked in it is not asked again out of the blue.
    if (!isShown && partRef.current?.querySelector('dialog[open]')) onUnfit(id)
  }, [isShown, onUnfit, id])
  return (
    <div ref={partRef} className="shell-section" hidden={!isShown}>
      <ErrorBoundary resetKey={String(times)}>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <KeptSearchContext value={isShown ? null : visit.search}>
            <KeptPlace partRef={partRef} />
            <PanelSection section={section} visit={times} onOpen={onOpen} />
          </KeptSearchContext>
        </Activity>
      </ErrorBoundary>
    </div>
  )
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}

/**
 * Notes where the page is scrolled to and what has the focus while a section is in view; when it comes back, the page is
 * scrolled there, and who works by keyboard goes on there. It stands before the section, whose lists then see at once
 * what is in view.
 */
function KeptPlace({ partRef }: { partRef: RefObject<HTMLElement | null> }) {
  const placePx = useRef(0)
  const focusRef = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (placePx.current > 0) {
      window.scrollTo(0, placePx.current)
      const focused = focusRef.current
      if (focused && isInView(focused)) focused.focus({ preventScroll: true })
    }
    function note({ type, target }: Event) {
      if (type === 'scroll') placePx.current = window.scrollY
      else if (partRef.current?.contains(target as Node)) focusRef.current = target as HTMLElement // of what has the focus
    }
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('focusin', note)
    return () => {
      window.removeEventListener('scroll', note)
      window.removeEventListener('focusin', note)
    }
  }, [partRef])
  return null
}
