import {
  Activity,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { ErrorBoundary } from '#src/app/shells/error-boundary.tsx'
import type { Section } from '#src/config/paths.ts'
import { PreservedSearchContext } from '#src/ui/address/page-search.ts'
import type { NEW_VISIT } from '#src/ui/address/use-sheet-url.ts'
import { PanelSection, preloadSection, SectionHead } from './panel-section.tsx'
import { forgetVisit, NO_VISITS, type Visit, visitsAfter } from './preserved-visits.ts'

export interface PreservedSectionsProps {
  /** Null while review mode replaces the section. */
  shown: Section | null
  onOpen: (id: string) => void
}

/**
 * Shows the current section and keeps the previous ones mounted but hidden, so that their state and scroll position
 * survive. A hidden section is inactive and still receives the query string that it last had.
 */
export function PreservedSections({ shown, onOpen }: PreservedSectionsProps) {
  const { search, state } = useLocation()
  const type = useNavigationType()
  // Set by links that replace the history entry of a modal.
  const isNewVisit = (state as Partial<typeof NEW_VISIT> | null)?.isNewVisit === true
  const [before, setVisits] = useState(NO_VISITS)
  const visits = visitsAfter(
    before,
    shown,
    search,
    isNewVisit && type === 'REPLACE' ? 'PUSH' : type,
  )
  if (visits !== before) setVisits(visits)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const forget = useCallback((id: number) => setVisits((now) => forgetVisit(now, id)), [])
  // In a stable order, because a moved element loses DOM state such as its scroll position.
  const inOrder = [...visits.preserved].sort((one, other) => one.id - other.id)
  return (
    // One boundary for all sections: the previous section stays visible until the code of the next one is loaded.
    <Suspense fallback={shown && <LoadingSection section={shown} onLoaded={renderAgain} />}>
      {inOrder.map((visit) => (
        <PreservedSection
          key={visit.id}
          visit={visit}
          isShown={shown !== null && visit === visits.preserved[0]}
          onOpen={onOpen}
          onUnfit={forget}
        />
      ))}
    </Suspense>
  )
}

/**
 * Shows the section's title while its code loads. Calls `onLoaded` when the code is there: after a Suspense fallback,
 * React by itself shows the content up to 300 ms later.
 */
function LoadingSection({ section, onLoaded }: { section: Section; onLoaded: () => void }) {
  useEffect(() => {
    void preloadSection(section).then(onLoaded)
  }, [section, onLoaded])
  return <SectionHead section={section} />
}

interface PreservedSectionProps {
  visit: Visit
  isShown: boolean
  onOpen: (id: string) => void
  /** Called when the section becomes hidden and cannot be preserved. */
  onUnfit: (id: number) => void
}

function PreservedSection({ visit, isShown, onOpen, onUnfit }: PreservedSectionProps) {
  const { id, section, times } = visit
  const partRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Discards a section with an open dialog: the dialog must not reappear with the section.
    if (!isShown && partRef.current?.querySelector('dialog[open]')) onUnfit(id)
  }, [isShown, onUnfit, id])
  return (
    <div ref={partRef} className="shell-section" hidden={!isShown}>
      <ErrorBoundary resetKey={String(times)}>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <PreservedSearchContext value={isShown ? null : visit.search}>
            <PreservedPosition partRef={partRef} />
            <PanelSection section={section} visit={times} onOpen={onOpen} />
          </PreservedSearchContext>
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
 * Records the scroll position and the focused element while a section is in view, and restores both when the section
 * comes back. It renders before the section, so that the section's lists see the restored scroll position at once.
 */
function PreservedPosition({ partRef }: { partRef: RefObject<HTMLElement | null> }) {
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
      else if (partRef.current?.contains(target as Node)) focusRef.current = target as HTMLElement // the target of focusin is an element
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
