import { type PointerEvent, useRef } from 'react'
import { measureFit } from './column-fit.ts'
import { clampWidth, type WidthRange } from './column-widths.ts'

/**
 * A header's edge: a drag resizes the column, and a double click fits it to its content. For pointers only: keyboards
 * set the width in the column chooser, so that the edges add no Tab stops.
 */
export function ColumnResizer({ place, range, onResize }: ColumnResizerProps) {
  const start = useRef<{ x: number; px: number } | null>(null)

  function resize(px: number, isOver: boolean) {
    onResize(clampWidth(px, range), isOver)
  }

  function handleDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, px: cellWidthOf(event.currentTarget) }
  }

  function handleMove({ clientX }: PointerEvent<HTMLElement>) {
    if (start.current) resize(start.current.px + clientX - start.current.x, false)
  }

  function handleUp({ clientX }: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const { x, px } = start.current
    start.current = null
    // A press without a drag sets no width.
    if (clientX === x) onResize(null, true)
    else resize(px + clientX - x, true)
  }

  function handleCancel() {
    start.current = null
    onResize(null, true)
  }

  return (
    <div
      className="column-resizer"
      aria-hidden="true"
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleCancel}
      onDoubleClick={({ currentTarget }) => resize(measureFit(currentTarget, place), true)}
    />
  )
}

interface ColumnResizerProps {
  /** The column's index among the shown columns. */
  place: number
  range: WidthRange
  /** `px` is null to discard the drag. A drag reports many widths, the last of them with `isOver`. */
  onResize: (px: number | null, isOver: boolean) => void
}

function cellWidthOf(resizer: HTMLElement): number {
  return Math.round(resizer.closest('th')?.getBoundingClientRect().width ?? 0)
}
