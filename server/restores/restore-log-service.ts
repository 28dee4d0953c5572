import { listTeam } from '#server/accounts/team/staff-service.ts'
import { listWebhooks } from '#server/notices/webhooks/webhook-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { findRestoreToCheck } from './restore-note-service.ts'
import { setRestoreLogged } from './restore-repository.ts'

/**
 * Writes what a restore may have brought back to the log, once, at the first start after it. The log has no personal data, so
 * people and passkeys have their ids, and webhooks too: their URLs may name a person.
 */
export async function logRestore({
  db,
  write,
  log,
}: Pick<AppDeps, 'db' | 'write' | 'log'>): Promise<void> {
  if (!(await write(setRestoreLogged))) return
  const restore = await findRestoreToCheck(db)
  if (!restore) return
  const { restoredAt, memberPasskeys } = restore
  const canSignIn = (await listTeam(db)).filter(({ suspendedAt }) => suspendedAt === null)
  const paused = (await listWebhooks(db)).filter(({ state }) => state === 'paused')
  const found = {
    restoredAt,
    team: canSignIn.map(({ id, role }) => ({ id, role })),
    passkeys: restore.passkeys.map(({ id, userId, createdAt, lastUsedAt }) => {
      return { id, accountId: userId, createdAt, lastUsedAt }
    }),
    memberPasskeys,
    pausedWebhooks: paused.map(({ id }) => id),
  }
  log.warn(found, 'a backup was restored: look at who and what can sign in, on the page Team')
}
