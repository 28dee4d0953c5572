import { useState } from 'react'
import type { Section } from '#src/config/paths.ts'

const COMPACT_KEY = 'sidebar'

/** The sidebar's state: a drawer that closes with every change of section, and a compact form that is remembered. */
export function useSidebar(section: Section) {
  // Open for one section only: a change of section closes it by itself.
  const [openedIn, setOpenedIn] = useState<Section | null>(null)
  const [isCompact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'compact')

  function toggleCompact() {
    localStorage.setItem(COMPACT_KEY, isCompact ? 'full' : 'compact')
    setCompact(!isCompact)
  }

  return {
    isDrawerOpen: openedIn === section,
    isCompact,
    openDrawer: () => setOpenedIn(section),
    closeDrawer: () => setOpenedIn(null),
    toggleCompact,
  }
}
