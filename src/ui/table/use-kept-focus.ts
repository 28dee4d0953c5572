import { useEffect, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '#src/ui/dialog/focus-return.ts'

/**
 * What was pressed in a row may be gone or switched off once it is done, and a row with the server's answer. The focus then
 * stays in the row, on what opens it, or goes to the row in its place; without any, to the page's content. Rows are
 * elements with `data-row`. `hasRow` tells a row that is gone from one that is only scrolled away.
 */
export function useKeptFocus(hasRow: (id: string) => boolean): void {
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
    // Whoever presses beside everything lets the focus go.
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
