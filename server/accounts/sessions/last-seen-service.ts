import { setStaff } from '#server/accounts/people/staff-repository.ts'
import type { RouteDeps } from '#server/platform/app-env.ts'
import { hashToken } from './random-token.ts'
import { setSession } from './session-repository.ts'
import type { Session } from './session-service.ts'

const PRECISION_MS = 60_000 // at most one write a minute for each session

/**
 * Stores the time of a call in the session and, for staff, also for the team list. Does so at most
 * once a minute, and in the background, so that no response waits for it.
 */
export function noteSeen(
  { writeAsServer, clock, background }: Pick<RouteDeps, 'writeAsServer' | 'clock' | 'background'>,
  { token, userId, staffRole, lastSeenAt }: Session,
): void {
  const now = clock()
  if (lastSeenAt !== null && now.getTime() - Date.parse(lastSeenAt) < PRECISION_MS) return
  const at = now.toISOString()
  background.start(() =>
    writeAsServer(async (trx) => {
      await setSession(trx, hashToken(token), { last_seen_at: at })
      if (staffRole !== null) await setStaff(trx, userId, { last_active_at: at })
    }),
  )
}
