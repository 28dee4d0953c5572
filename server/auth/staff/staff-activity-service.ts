import type { AppDeps } from '#server/app-env.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import { setStaff } from './staff-repository.ts'

const PRECISION_MS = 60_000 // one write a minute for each person, however many calls they make

/** Notes in the background when staff called; no answer waits for it. */
export function noteActivity(
  { db, clock, background }: Pick<AppDeps, 'db' | 'clock' | 'background'>,
  { userId, lastActiveAt }: Pick<Session, 'userId' | 'lastActiveAt'>,
): void {
  const now = clock()
  if (lastActiveAt !== null && now.getTime() - Date.parse(lastActiveAt) < PRECISION_MS) return
  background.start(() => setStaff(db, userId, { last_active_at: now.toISOString() }))
}
