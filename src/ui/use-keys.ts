import { useEffect, useLayoutEffect, useRef } from 'react'

/** Actions by key name: a letter in lower case, any other key as in `KeyboardEvent.key`, such as '?' or 'Escape'. */
export type Keys = Readonly<Record<string, () => void>>

/** Where keys act: on the page, or also while a sheet or a dialog is open that asks no question. */
export type KeyReach = 'page' | 'sheets'

/**
 * Keyboard shortcuts of a screen. They do nothing while a person types into a field, together with Ctrl, Alt or Meta,
 * or while a dialog is open that they do not reach. A key that is held down acts once.
 */
export function useKeys(keys: Keys, isOn = true, reach: KeyReach = 'page'): void {
  const latest = useRef(keys)
  // A layout effect: the shortcuts change together with the screen.
  useLayoutEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    if (!isOn) return
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || isMeantForAnother(event, reach)) return
      const act = latest.current[nameKey(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn, reach])
}

/** Elements that Space presses when focused. */
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="tab"], [role="switch"]'
/** A select that decides at once keeps the focus after the decision, which a key can then take back. */
const TYPED_INTO =
  'input:not([type="checkbox"]), textarea, select:not([data-deciding]), [contenteditable]:not([contenteditable="false"])'

const COVERING: Record<KeyReach, string> = {
  page: 'dialog[open]',
  sheets: 'dialog[open][role="alertdialog"]',
}

function isMeantForAnother(
  { key, target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent,
  reach: KeyReach,
): boolean {
  if (ctrlKey || altKey || metaKey || isComposing) return true
  if (target instanceof Element && target.closest(TYPED_INTO)) return true
  if (key === ' ' && target instanceof Element && target.closest(PRESSED_BY_SPACE)) return true
  return document.querySelector(COVERING[reach]) !== null
}

/** The key's name. A letter that is not Latin, as on a Hindi layout, gets the name of its physical key. */
function nameKey({ key, code, shiftKey }: KeyboardEvent): string {
  const isLatin = key.length > 1 || key.charCodeAt(0) < 128
  if (!isLatin) return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key
  return shiftKey || key.length > 1 ? key : key.toLowerCase()
}
