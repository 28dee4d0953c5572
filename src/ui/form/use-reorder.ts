import { type KeyboardEvent, type PointerEvent, useState } from 'react'

interface Drag {
  from: number
  to: number
}

/**
 * Reorders the rows of a list, by dragging a handle with mouse, pen or finger, and by the arrow keys on it. The rows are
 * the children of one element; `onMove` gets their old and new place.
 */
export function useReorder(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function handleProps(place: number, count: number) {
    return {
      onPointerDown({ currentTarget, pointerId, button }: PointerEvent<HTMLElement>) {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        setDrag({ from: place, to: place })
      },
      onPointerMove({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
        if (!drag) return
        const to = Math.min(placeAt(currentTarget, clientY), count - 1)
        if (to !== drag.to) setDrag({ ...drag, to })
      },
      onPointerUp() {
        setDrag(null)
        if (drag && drag.to !== drag.from) onMove(drag.from, drag.to)
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event: KeyboardEvent) {
        const by = STEPS[event.key]
        if (event.key === 'Escape') setDrag(null)
        const to = place + (by ?? 0)
        if (by === undefined) return
        event.preventDefault()
        if (to >= 0 && to < count) onMove(place, to)
      },
    }
  }

  return {
    handleProps,
    /** How the row at a place is drawn during a drag. */
    dragStateOf(place: number): 'dragged' | 'before' | 'after' | undefined {
      if (!drag) return undefined
      if (place === drag.from) return 'dragged'
      if (place !== drag.to) return undefined
      return drag.to < drag.from ? 'before' : 'after'
    },
  }
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** The place of the row at this height; the last place below all rows. */
function placeAt(handle: HTMLElement, clientY: number): number {
  const row = handle.closest('li')
  const rows = [...(row?.parentElement?.children ?? [])]
  const place = rows.findIndex((one) => clientY < one.getBoundingClientRect().bottom)
  return place === -1 ? rows.length - 1 : place
}
