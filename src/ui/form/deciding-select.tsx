import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Select, type SelectProps } from './select.tsx'

export interface DecidingSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: string
  /** Called with the chosen value, which differs from `value`. */
  onDecide: (value: string) => void
}

/**
 * A select whose choice has an effect at once. On a closed select, browsers report a change at each arrow key and each
 * typed letter; here, these keys only move. The choice counts on Enter, on a press, or on leaving the opened list.
 * Escape and leaving the closed select return to the value. An `aria-disabled` select keeps its focus and decides nothing.
 */
export function DecidingSelect({ value, onDecide, ...rest }: DecidingSelectProps) {
  const hintId = useId()
  /** The value to which keys have moved; null if none is open. */
  const [moved, setMoved] = useState<string | null>(null)
  /** Whether the browser is handling a key that moves: a change that it reports meanwhile is no choice. */
  const isMoving = useRef(false)

  function noteKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && moved !== null) {
      event.preventDefault()
      choose(moved)
    } else if (event.key === 'Escape' && moved !== null) {
      event.preventDefault()
      event.stopPropagation()
      setMoved(null)
    } else if (isMove(event)) {
      isMoving.current = true
      // The browser reports the change before the next task. A later one comes from the opened list.
      setTimeout(() => {
        isMoving.current = false
      })
    }
  }

  function choose(next: string) {
    setMoved(null)
    if (next !== value && !rest['aria-disabled']) onDecide(next)
  }

  return (
    <>
      <Select
        {...rest}
        aria-describedby={[rest['aria-describedby'], hintId].filter(Boolean).join(' ')}
        data-deciding
        data-moved={moved !== null || undefined}
        value={moved ?? value}
        onKeyDown={noteKey}
        onKeyPress={noteKey}
        onBlur={() => setMoved(null)}
        onChange={({ target }) => {
          if (isMoving.current) setMoved(target.value === value ? null : target.value)
          else choose(target.value)
        }}
      />
      <span id={hintId} className={moved === null ? 'visually-hidden' : 'select-hint'}>
        {moved === null ? (
          'Arrow keys move, Enter decides.'
        ) : (
          <span>
            Enter <span className="visually-hidden">decides</span>
          </span>
        )}
      </span>
    </>
  )
}

const MOVING_KEYS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/** Letters move to the option that begins with them. */
function isMove({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return false
  return MOVING_KEYS.has(key) || (key.length === 1 && key !== ' ')
}
