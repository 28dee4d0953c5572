/**
 * The URL's current query string. The router reports a new query string only when the new screen renders. A change made
 * before that must start from this query string, not from the router's.
 */
export function newestSearch(): URLSearchParams {
  return new URLSearchParams(window.location.search)
}
