import { useEffect, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#src/ui/focus-return.ts'

/**
 * Moves the focus when the focused control of a row is gone: an action may remove or disable the control, and a server
 * response may remove the row. The focus moves to the row's open button, else to the row that took the place of the
 * removed row, else to the page's content. Rows are elements with `data-row`. `hasRow` distinguishes a removed row from
 * one that is only out of view.
 */
export function usePreservedFocus(hasRow: (id: string) => boolean): void {
  const last = useRef<Place | null>(null)

  useEffect(() => {
    const listeners = new AbortController()
    const options = { signal: listeners.signal, capture: true }
    document.addEventListener(
      'focusin',
      ({ target }) => {
        last.current = findPlace(target)
      },
      options,
    )
    // After a press outside of the row, the focus must not return to the row.
    document.addEventListener(
      'pointerdown',
      () => {
        last.current = null
      },
      options,
    )
    return () => listeners.abort()
  }, [])

  useLayoutEffect(() => {
    const place = last.current
    if (!place || !isFocusLost()) return
    const rows = listRows(place.list)
    const same = rows.find((row) => row.dataset['row'] === place.id)
    if (!same && hasRow(place.id)) return
    const row = same ?? rows[place.index] ?? rows.at(-1)
    const landing =
      row?.querySelector<HTMLElement>('.row-open') ?? document.getElementById('content')
    landing?.focus()
  })
}

interface Place {
  list: Element
  id: string
  index: number
}

function findPlace(target: EventTarget | null): Place | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  const list = row?.parentElement
  const id = row?.dataset['row']
  if (!list || id === undefined) return null
  return { list, id, index: listRows(list).indexOf(row) }
}

function listRows(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')]
}
