// Lists and ends a person's own sessions. A session's id is derived from the hash of its token, so
// that neither the token nor the hash leaves the server.

import { createHash } from 'node:crypto'
import type { AppDeps } from '#server/app-env.ts'
import { appendAccountAuditEntry } from '#server/audit/audit-service.ts'
import { findAccountById } from '#server/auth/account-repository.ts'
import { ServerError } from '#server/http/server-error.ts'
import { hashToken } from './random-token.ts'
import { listLiveSessions, revokeOtherSessions, revokeSession } from './session-repository.ts'
import type { Session } from './session-service.ts'

const ID_CHARS = 24 // as long as every other id

/** The latest sign-in first. */
export async function listOwnSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
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
  const live = await listLiveSessions(deps.db, session.userId, now)
  const found = live.find(({ tokenHash }) => toSessionId(tokenHash) === id)
  if (!found) throw new ServerError(404, 'not-found', 'This device is signed out already.')
  await end(deps, session, found.device, (trx) => revokeSession(trx, found.tokenHash, now))
}

/** Signs the person out everywhere except in this session. */
export async function endOtherSessions(deps: Deps, session: Session): Promise<void> {
  const now = deps.clock().toISOString()
  const kept = { userId: session.userId, tokenHash: hashToken(session.token) }
  await end(deps, session, null, (trx) => revokeOtherSessions(trx, kept, now))
}

type Deps = Pick<AppDeps, 'db' | 'write' | 'clock'>

/** `device` is the name of the device that is signed out; null if all other devices are signed out. */
async function end(
  { write, clock }: Deps,
  { userId, deviceLabel }: Session,
  device: string | null,
  revoke: (trx: AppDeps['db']) => Promise<void>,
): Promise<void> {
  await write(async (trx) => {
    await revoke(trx)
    // An unverified registration gets no audit entry: entries are permanent, and a stranger may have
    // registered the address.
    if (!(await findAccountById(trx, userId))) return
    const about = { accountId: userId, deviceLabel, now: clock() }
    await appendAccountAuditEntry(trx, 'session-end', {
      ...about,
      detail: device ?? 'All other devices',
    })
  })
}

function toSessionId(tokenHash: string): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('hex').slice(0, ID_CHARS)
}
