import type { ReturnTo } from '#src/features/auth/return-to.ts'

// A session that ended without a sign-out: the reason, and the page to return to after the same person signs in again.

/** The sign-in that replaced a session. */
export interface Replacement {
  device: string
  /** '17 Jun 25, 14:05' */
  time: string
}

/** Why the session ended; the home page explains it. */
export type EndReason = 'unauthorised' | 'expired' | Replacement

/** A session that ended without a sign-out. */
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
