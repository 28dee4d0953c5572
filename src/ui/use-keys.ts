import { useEffect, useLayoutEffect, useRef } from 'react'

/** What a key does, by its name in lower case; '?' is what Shift makes of another key. */
export type Keys = Readonly<Record<string, () => void>>

/**
 * Keys of a whole screen. They do nothing while something is typed, with a modifier, under an open dialog, and when a key
 * is held: one press is one deed.
 */
export function useKeys(keys: Keys, isOn = true): void {
  const latest = useRef(keys)
  // With the screen itself: what is seen to be possible is what a key does.
  useLayoutEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    if (!isOn) return
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || isMeantForAnother(event)) return
      const act = latest.current[nameKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}

/** What Space presses itself when it has the focus. */
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="tab"], [role="switch"]'
const TYPED_INTO = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

function isMeantForAnother({ key, target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || altKey || metaKey || isComposing) return true
  if (target instanceof Element && target.closest(TYPED_INTO)) return true
  if (key === ' ' && target instanceof Element && target.closest(PRESSED_BY_SPACE)) return true
  return document.querySelector('dialog[open]') !== null
}

/** A keyboard set to Hindi writes another letter on the same key: then the key's place counts. */
function nameKey({ key, code, shiftKey }: KeyboardEvent): string {
  const isLatin = key.length > 1 || key.charCodeAt(0) < 128
  if (!isLatin) return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key
  return shiftKey || key.length > 1 ? key : key.toLowerCase()
}
