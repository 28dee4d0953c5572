import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { measureFit } from './column-fit.ts'
import { clampWidth, type WidthRange } from './column-widths.ts'

const STEP_PX = 8
const BIG_STEP_PX = 40 // with Shift

/** A header's resize handle: a drag or arrow keys move it, a double click or Enter fits the column to its content. */
export function ColumnResizer({ name, place, widthPx, range, onResize }: ColumnResizerProps) {
  const start = useRef<{ x: number; px: number } | null>(null)
  // The width on the screen, measured while the handle has the focus. The table gives its unused width to columns whose
  // width was not chosen, so such a column is wider than `widthPx`.
  const [focusedPx, setFocusedPx] = useState<number | null>(null)
  const shownPx = focusedPx ?? widthPx

  function resize(px: number, isOver: boolean) {
    setFocusedPx(null)
    onResize(clampWidth(px, range), isOver)
  }

  function widthAfter({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>) {
    const step = shiftKey ? BIG_STEP_PX : STEP_PX
    const nowPx = cellWidthOf(currentTarget) || widthPx
    if (key === 'ArrowLeft') return nowPx - step
    if (key === 'ArrowRight') return nowPx + step
    if (key === 'Home') return range.minPx
    if (key === 'End') return range.maxPx
    return key === 'Enter' ? measureFit(currentTarget, place) : null
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const next = widthAfter(event)
    if (next === null) return
    event.preventDefault()
    resize(next, true)
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
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      className="column-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={shownPx}
      aria-valuemin={range.minPx}
      aria-valuemax={range.maxPx}
      aria-valuetext={`${shownPx} pixels`}
      tabIndex={0}
      onFocus={({ currentTarget }) => setFocusedPx(cellWidthOf(currentTarget) || null)}
      onBlur={() => setFocusedPx(null)}
      onKeyDown={handleKey}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleCancel}
      onDoubleClick={({ currentTarget }) => resize(measureFit(currentTarget, place), true)}
    />
  )
}

interface ColumnResizerProps {
  /** The column's name. */
  name: string
  /** Its index among the shown columns. */
  place: number
  widthPx: number
  range: WidthRange
  /** `px` is null to discard the drag. A drag reports many widths, the last of them with `isOver`. */
  onResize: (px: number | null, isOver: boolean) => void
}

function cellWidthOf(resizer: HTMLElement): number {
  return Math.round(resizer.closest('th')?.getBoundingClientRect().width ?? 0)
}
