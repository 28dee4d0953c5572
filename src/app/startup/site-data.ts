/** Whether the browser blocks this site's data, as a person can in its settings. */
export function isSiteDataBlocked(window: Window): boolean {
  try {
    return !window.localStorage || !window.sessionStorage
  } catch {
    return true // access is denied
  }
}
