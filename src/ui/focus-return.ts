// Returns the focus when a modal closes. Moving the focus forces layout, so it happens after all DOM
// changes; until then, `isFocusLost` does not report the focus as lost.

let returning: HTMLElement[] = []

/** Returns the focus to an element in a microtask, unless another element has the focus by then. */
export function returnFocus(to: Element | null): void {
  if (!(to instanceof HTMLElement)) return
  returning.push(to)
  queueMicrotask(() => {
    const landing = findLanding()
    returning = []
    // No scrolling: the element has not moved, and a button of the header is always in view.
    if (isNothingFocused()) landing?.focus({ preventScroll: true })
  })
}

/** Whether no element or a disabled element has the focus, and no return of the focus is pending. */
export function isFocusLost(): boolean {
  return isNothingFocused() && !findLanding()
}

/** The first pending target that can be focused. */
function findLanding(): HTMLElement | undefined {
  return returning.find((element) => element.isConnected && !element.matches(':disabled'))
}

export function isNothingFocused(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches(':disabled')
}
