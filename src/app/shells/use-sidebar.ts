import { useState } from 'react'
import { useLocation } from 'react-router-dom'

const COMPACT_KEY = 'sidebar'

/** The sidebar's state: a drawer that closes with every way that is taken, and a compact form that is remembered. */
export function useSidebar() {
  const { key } = useLocation()
  const [openedIn, setOpenedIn] = useState<string | null>(null)
  const [isCompact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'compact')

  // Going anywhere closes it by itself, to the section that is shown already, too; coming back does not open it.
  if (openedIn !== null && openedIn !== key) setOpenedIn(null)

  function toggleCompact() {
    localStorage.setItem(COMPACT_KEY, isCompact ? 'full' : 'compact')
    setCompact(!isCompact)
  }

  return {
    isDrawerOpen: openedIn === key,
    isCompact,
    openDrawer: () => setOpenedIn(key),
    closeDrawer: () => setOpenedIn(null),
    toggleCompact,
  }
}
