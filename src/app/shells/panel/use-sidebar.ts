import { useState } from 'react'
import { useLocation } from 'react-router-dom'

const COMPACT_KEY = 'sidebar'

/** The sidebar's state: whether the drawer is open, and whether the stored compact mode is on. */
export function useSidebar() {
  const { key } = useLocation()
  const [openedIn, setOpenedIn] = useState<string | null>(null)
  const [isCompact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'compact')

  // Any navigation closes the drawer, even one to the current section. Navigating back does not reopen the drawer.
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
