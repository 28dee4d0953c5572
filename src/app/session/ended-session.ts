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

/** The home page's navigation state: why the session ended, and the page to return to. */
export function stateAfterEnd(
  { reason, userId }: EndedSession,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): { reason: EndReason; returnTo: ReturnTo } {
  return { reason, returnTo: { path: `${pathname}${search}`, userId } }
}
