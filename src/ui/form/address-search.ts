/**
 * The current query string of the address. The router reports it a moment later, when the new screen renders; a change
 * in that moment must start from this one.
 */
export function newestSearch(): URLSearchParams {
  return new URLSearchParams(window.location.search)
}
