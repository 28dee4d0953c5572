/**
 * The words after the question mark as the address has them now. The router tells them a moment later, when the screen
 * that they lead to is drawn; what is changed in that moment is added to this.
 */
export function newestSearch(): URLSearchParams {
  return new URLSearchParams(window.location.search)
}
