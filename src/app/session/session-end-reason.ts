import type { ReturnTo } from '#src/features/auth/return-to.ts'

// Why a session ended without a sign-out, and the page to which the same person returns after the next sign-in.

/** The sign-in on another device that ended this session. */
export interface Replacement {
  device: string
  /** '17 Jun 25, 14:05' */
  time: string
}

/** Why the session ended; the home page shows a message for it. */
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
