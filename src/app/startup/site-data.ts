/** Whether the browser's settings block this site's data. */
export function isSiteDataBlocked(window: Window): boolean {
  try {
    return !window.localStorage || !window.sessionStorage
  } catch {
    return true // access is denied
  }
}
