// The start page: a saved view that a person chose to open first. The choice is on the server; the device remembers only
// that there is one, so that nobody else waits for the views.

const HINT = 'start-view:'

/** Whether this device has seen that the person has a start page. */
export function hasStartView(userId: string): boolean {
  return localStorage.getItem(HINT + userId) !== null
}

export function noteStartView(userId: string, hasOne: boolean): void {
  if (hasOne) localStorage.setItem(HINT + userId, '')
  else localStorage.removeItem(HINT + userId)
}
