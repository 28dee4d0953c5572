// A session that ended by itself: why, and the way back for the same person.

/** Why the app went to the home page; shown there in words. */
export type EndReason = 'unauthorised' | 'expired'

/** A session that ended by itself. */
export interface EndedSession {
  reason: EndReason
  userId: string
}

/** Where to go on after the same person has signed in again. */
export interface ReturnAddress {
  path: string
  userId: string
}

/** What the home page is told: why one is there, and an end user's way back to what they were doing. */
export function stateAfterEnd(
  { reason, userId }: EndedSession,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): { reason: EndReason; returnTo: ReturnAddress | null } {
  const isAccount = pathname.startsWith('/account/')
  return { reason, returnTo: isAccount ? { path: `${pathname}${search}`, userId } : null }
}
