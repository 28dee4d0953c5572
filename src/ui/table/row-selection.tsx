import { type PointerEvent, type MouseEvent as PressEvent, useEffect, useMemo, useRef } from 'react'

/** Lets a person choose rows: by checkbox, with Shift a range, and on a touch screen by a long press. */
export interface RowSelection<Row> {
  isSelected: (key: string) => boolean
  /** Whether rows are being chosen: a press on a card then chooses it. */
  isOn: boolean
  /** The accessible name of a row's checkbox. */
  labelOf: (row: Row) => string
  /** `rows` are the shown rows in their order. With `isRange`, all rows from the last chosen one are chosen. */
  onSelect: (row: Row, isRange: boolean, rows: readonly Row[]) => void
}

/** The checkbox of a row. A press with Shift chooses a range, by mouse and by keyboard. */
export function RowCheckbox({ label, isSelected, onSelect }: RowCheckboxProps) {
  return (
    <label className="row-select">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  onSelect: (isRange: boolean) => void
}

const LONG_PRESS_MS = 500 // as long as Android's own long press
const MOVED_PX = 10 // a finger that scrolls has moved further

/** Props of a card that a long press chooses. The press that ends it opens nothing. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const press = useRef({ x: 0, y: 0, isLong: false })
  const act = useRef(onLongPress)
  useEffect(() => {
    act.current = onLongPress
  }, [onLongPress])
  useEffect(() => () => clearTimeout(timer.current), [])
  const isOn = onLongPress !== undefined
  return useMemo(() => {
    if (!isOn) return {}
    const stop = () => clearTimeout(timer.current)
    return {
      onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
        press.current = { x, y, isLong: false }
        if (pointerType !== 'touch') return
        stop()
        timer.current = setTimeout(() => {
          press.current.isLong = true
          act.current?.()
        }, LONG_PRESS_MS)
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x, y } = press.current
        if (Math.hypot(clientX - x, clientY - y) > MOVED_PX) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu(event: PressEvent) {
        // The menu of the picture under the finger would cover the choice.
        if (press.current.isLong) event.preventDefault()
      },
      onClickCapture(event: PressEvent) {
        if (!press.current.isLong) return
        press.current.isLong = false
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [isOn])
}
