import type { ReturnTo } from '#src/features/auth/return-to.ts'
import type { EndedSession, EndReason } from '#src/session/session-end.ts'

/** The home page's navigation state: why the session ended, and the page to return to. */
export function stateAfterEnd(
  { reason, userId }: EndedSession,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): { reason: EndReason; returnTo: ReturnTo } {
  return { reason, returnTo: { path: `${pathname}${search}`, userId } }
}
