import { Activity, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_LocationContext as AddressContext, useLocation } from 'react-router-dom'
import type { Section } from '#src/config/paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { forgetVisit, NO_VISITS, type Visit, visitsAfter } from './kept-visits.ts'
import { PanelSection } from './panel-section.tsx'

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
  return [...visits.kept]
    .sort((one, other) => one.id - other.id)
    .map((visit) => (
      <KeptSection
        key={visit.id}
        visit={visit}
        isShown={visit.section === shown}
        onOpen={onOpen}
        onUnfit={forget}
      />
    ))
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
  const address = useContext(AddressContext)
  const [lastAddress, setLastAddress] = useState(address)
  if (isShown && address !== lastAddress) setLastAddress(address)
  const partRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What was asked in it is not asked again out of the blue.
    if (!isShown && partRef.current?.querySelector('dialog[open]')) onUnfit(id)
  }, [isShown, onUnfit, id])
  return (
    <div ref={partRef} className="shell-section" hidden={!isShown}>
      <ErrorBoundary resetKey={String(times)}>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <AddressContext value={isShown ? address : lastAddress}>
            <KeptPlace />
            <PanelSection section={section} visit={times} onOpen={onOpen} />
          </AddressContext>
        </Activity>
      </ErrorBoundary>
    </div>
  )
}

/**
 * Notes where the page is scrolled to while a section is in view, and scrolls there when it comes back. It stands before
 * the section, whose lists then see at once what is in view.
 */
function KeptPlace() {
  const placePx = useRef(0)
  useLayoutEffect(() => {
    if (placePx.current > 0) window.scrollTo(0, placePx.current)
    const note = () => {
      placePx.current = window.scrollY
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])
  return null
}
