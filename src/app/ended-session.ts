import type { ReturnTo } from '#src/features/auth/return-to.ts'

// A session that ended by itself: why, and the way back for the same person.

/** The sign-in that took a session's place. */
export interface Replacement {
  device: string
  /** '17 Jun 25, 14:05' */
  time: string
}

/** Why the app went to the home page; shown there in words. */
export type EndReason = 'unauthorised' | 'expired' | Replacement

/** A session that ended by itself. */
export interface EndedSession {
  reason: EndReason
  userId: string
}

/** What the home page is told: why one is there, and the way back to what one was doing. */
export function stateAfterEnd(
  { reason, userId }: EndedSession,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): { reason: EndReason; returnTo: ReturnTo } {
  return { reason, returnTo: { path: `${pathname}${search}`, userId } }
}
