/**
 * Focuses the form's first input with an error, or the first choice of a group with one, and scrolls its message into
 * view: an input that has the focus already does not scroll, and a bar at the bottom may cover the message below it.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>(INVALID)
  if (!first) return
  first.focus()
  findMessage(first)?.scrollIntoView?.({ block: 'nearest' }) // jsdom has no such method
}

const INVALID = '[aria-invalid="true"]:not([role]), [aria-invalid="true"] input'

/** The message in the nearest element around the input that has one. */
function findMessage(input: Element): Element | null {
  for (let place = input.parentElement; place; place = place.parentElement) {
    const message = place.querySelector('.field-error')
    if (message) return message
  }
  return null
}
