import { setImmediate as afterAnswer } from 'node:timers/promises'
import type { RouteDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { SignInLock } from '#server/platform/limits/sign-in-limit-service.ts'
import type { Caller } from './caller.ts'

/**
 * Reports the locks that a failed sign-in has started. The server log records all of them, with the
 * network address of the caller; the audit log only those of a verified account.
 */
export function reportLocks(
  { writeAsServer, log, background }: Pick<RouteDeps, 'writeAsServer' | 'log' | 'background'>,
  locks: readonly SignInLock[],
  account: UserRow | null,
  { address, deviceLabel, now }: Caller,
): void {
  for (const lock of locks)
    log.warn({ lock, userId: account?.id, address }, 'sign-ins are locked for a while')
  const ofAccount = locks.filter((lock) => lock !== 'network' && lock !== 'site')
  if (account?.verified !== 1 || ofAccount.length === 0) return
  const about = { accountId: account.id, deviceLabel, now }
  background.start(async () => {
    // Written after the response: only an address with an account gets an entry, and the response time
    // must not reveal whether the address has one.
    await afterAnswer()
    await writeAsServer(async (trx) => {
      for (const lock of ofAccount)
        await appendAccountAuditEntry(trx, 'lock-out', { ...about, detail: lock })
    })
  })
}
