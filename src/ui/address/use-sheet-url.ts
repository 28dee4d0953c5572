import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isModalEntry, whenAtRest } from './modal-history.ts'
import { usePageSearch } from './page-search.ts'
import { newestSearch } from './url-search.ts'

/**
 * The navigation state of a link that opens details. Closing the details goes back in the history, to the page with the
 * link.
 */
export const OPENED_HERE = { isOpenedHere: true }

/**
 * The navigation state of a link that replaces the history entry of a modal. The address that it opens is another page,
 * not a change of the filters of this one.
 */
export const NEW_VISIT = { isNewVisit: true }

/** The query parameters of views that cover or replace a page. */
const NAMES = ['open', 'sheet', 'review', 'reason'] as const

export interface SheetUrl {
  /** The id in the URL; null when nothing is open. */
  openId: string | null
  open(id: string): void
  close(): void
  /** Changes the id of the view, if it is open. */
  rename(id: string): void
}

/**
 * Opens and closes a view with its own URL, such as details. Back closes the view, and closing it goes back to the page
 * where it was opened. `name` is its query parameter.
 */
export function useSheetUrl(name: (typeof NAMES)[number] = 'open'): SheetUrl {
  const search = usePageSearch()
  const location = useLocation()
  const navigate = useNavigate()
  const isGoingBack = useRef(false)
  useEffect(() => {
    // The navigation back has ended: the next view can be closed.
    if (location.key) isGoingBack.current = false
  }, [location.key])

  const open = useCallback(
    (id: string) =>
      whenAtRest(() => {
        navigate(withOpen(name, id), { replace: isModalEntry(), state: OPENED_HERE })
      }),
    [navigate, name],
  )
  return {
    openId: search.get(name),
    open,
    close() {
      const state = location.state as { isOpenedHere?: boolean } | null // set by open(), and by links as OPENED_HERE
      if (!state?.isOpenedHere) return navigate(withOpen(name, null), { replace: true })
      // A second Escape must not go back twice.
      if (!isGoingBack.current) navigate(-1)
      isGoingBack.current = true
    },
    rename(id) {
      whenAtRest(() => {
        if (!newestSearch().has(name)) return // it was closed meanwhile
        navigate(withOpen(name, id), { replace: true, state: location.state })
      })
    },
  }
}

function withOpen(name: string, id: string | null): { search: string } {
  const next = newestSearch()
  if (id) next.set(name, id)
  else next.delete(name)
  return { search: next.toString() }
}

/** The query string without the parameters of views over the page. */
export function withoutSheets(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of NAMES) params.delete(name)
  return params.toString()
}
