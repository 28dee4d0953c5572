// Lists and ends a person's own sessions. A session's id is derived from the hash of its token, so
// that neither the token nor the hash leaves the server.

import { createHash } from 'node:crypto'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { hashToken } from './random-token.ts'
import { listLiveSessions, revokeOtherSessions, revokeSession } from './session-repository.ts'
import type { Session } from './session-service.ts'

const ID_CHARS = 24 // as long as every other id

/** The latest sign-in first. */
export async function listOwnSessions(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { userId, token }: Session,
) {
  const own = hashToken(token)
  const live = await listLiveSessions(db, userId, clock().toISOString())
  return live.map(({ tokenHash, ...rest }) => ({
    id: toSessionId(tokenHash),
    ...rest,
    isCurrent: tokenHash === own,
  }))
}

export type OwnSession = Awaited<ReturnType<typeof listOwnSessions>>[number]

/** @throws ServerError 404 when the person has no such live session */
export async function endOwnSession(deps: Deps, session: Session, id: string): Promise<void> {
  const now = deps.clock().toISOString()
  await end(deps, session, async (trx) => {
    const live = await listLiveSessions(trx, session.userId, now)
    const found = live.find(({ tokenHash }) => toSessionId(tokenHash) === id)
    if (!found) throw new ServerError(404, 'not-found', 'This device is signed out already.')
    await revokeSession(trx, found.tokenHash, now)
    return found.device
  })
}

/** Signs the person out everywhere except in this session. */
export async function endOtherSessions(deps: Deps, session: Session): Promise<void> {
  const now = deps.clock().toISOString()
  const kept = { userId: session.userId, tokenHash: hashToken(session.token) }
  await end(deps, session, async (trx) => {
    await revokeOtherSessions(trx, kept, now)
    return 'All other devices'
  })
}

type Deps = Pick<AppDeps, 'write' | 'clock'>

/** `revoke` returns what the audit entry names as signed out. */
async function end(
  { write, clock }: Deps,
  { userId, deviceLabel }: Session,
  revoke: (trx: AppDeps['db']) => Promise<string>,
): Promise<void> {
  await write(async (trx) => {
    const detail = await revoke(trx)
    // An unverified registration gets no audit entry: entries are permanent, and a stranger may have
    // registered the address.
    if (!(await findAccountById(trx, userId))) return
    const about = { accountId: userId, deviceLabel, now: clock() }
    await appendAccountAuditEntry(trx, 'session-end', { ...about, detail })
  })
}

function toSessionId(tokenHash: string): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, ID_CHARS)
}
