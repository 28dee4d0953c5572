import type { MouseEvent } from 'react'

/**
 * Lets a press anywhere on a row open it. It is a convenience for pointers: each row also has a
 * button that does the same, for keyboards and screen readers.
 */
export function rowPressProps(onOpen: (() => void) | undefined) {
  if (!onOpen) return {}
  return {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isMeantOtherwise(event)) return
      // The view that opens will return the focus to this button when it closes.
      event.currentTarget.querySelector<HTMLElement>('.row-open')?.focus({ preventScroll: true })
      onOpen()
    },
  }
}

const CONTROLS = 'a, button, select, input, textarea, label, summary, video'

// Whether a press was on a control in the row, or ended a selection of text.
function isMeantOtherwise({ target }: MouseEvent): boolean {
  if (window.getSelection()?.type === 'Range') return true
  return target instanceof Element && target.closest(CONTROLS) !== null
}
