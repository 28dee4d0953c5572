// Where the focus goes back to when what had it closes. Moving it makes the browser lay the page out, so that waits until
// the whole change of the screen is made; until then nobody else takes the focus for lost.

let returning: HTMLElement[] = []

/** Gives the focus back to an element at the end of this turn, unless something else has taken it by then. */
export function returnFocus(to: Element | null): void {
  if (!(to instanceof HTMLElement)) return
  returning.push(to)
  queueMicrotask(() => {
    const landing = findLanding()
    returning = []
    // It is where it was: the page is not scrolled for it, least of all for a button of the header, which goes along.
    if (isNothingFocused()) landing?.focus({ preventScroll: true })
  })
}

/** Whether nothing has the focus, or something that is about to lose it, and it does not come back by itself. */
export function isFocusLost(): boolean {
  return isNothingFocused() && !findLanding()
}

/** Of several that close together the one that is left. */
function findLanding(): HTMLElement | undefined {
  return returning.find((element) => element.isConnected && !element.matches(':disabled'))
}

function isNothingFocused(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches(':disabled')
}
