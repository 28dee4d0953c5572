import { type RefObject, useEffect, useState } from 'react'

export interface ReadPoint {
  /** The index of the selected point; null when there is none. */
  index: number | null
  /** Call it when a mouse moves over the chart, and with null when the mouse leaves. */
  hover(index: number | null): void
  /**
   * Call it for a tap, a drag or a key. The point remains chosen until Escape or a tap outside of
   * the chart.
   */
  choose(index: number): void
}

/** The selected point of a chart: the one under the mouse, else the chosen one. */
export function useReadPoint(chartRef: RefObject<HTMLElement | null>): ReadPoint {
  const [hovered, setHovered] = useState<number | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const isReading = hovered !== null || chosen !== null

  useEffect(() => {
    if (!isReading) return
    // A touch that scrolls the page ends with pointercancel, not pointerup, so the point remains
    // chosen.
    function handlePointerUp({ target }: PointerEvent) {
      if (!(target instanceof Node && chartRef.current?.contains(target))) setChosen(null)
    }
    function handleKey({ key }: KeyboardEvent) {
      if (key !== 'Escape') return
      setHovered(null)
      setChosen(null)
    }
    document.addEventListener('pointerup', handlePointerUp)
    document.addEventListener('keydown', handleKey)
    return () => {
      document.removeEventListener('pointerup', handlePointerUp)
      document.removeEventListener('keydown', handleKey)
    }
  }, [isReading, chartRef])

  return {
    index: hovered ?? chosen,
    hover: setHovered,
    choose(index) {
      // A mouse that rests on the chart must not hide the point that was chosen with the keyboard.
      setHovered(null)
      setChosen(index)
    },
  }
}
