import type { Kysely } from 'kysely'
import type { Tables, UserRow } from '#server/database/schema.ts'
import type { Role } from '#src/domain/account.ts'
import { hashToken, makeToken } from './random-token.ts'
import {
  findSession,
  insertSession,
  removeSessionsBefore,
  revokeAllSessions,
  revokeOldestSessions,
  revokeSession,
} from './session-repository.ts'

// Who is calling: 32 random bytes that only the device has. Revoked or expired, they are worth nothing at once.

export interface Session {
  token: string
  userId: string
  role: Role
  /** What the audit log and a conflict call this device. */
  deviceLabel: string
}

const DAY_MS = 86_400_000
const MOST_SESSIONS: Readonly<Record<Role, number>> = { admin: 5, user: 10 } // research c3
const KEPT_EXPIRED_MS = 30 * DAY_MS // long enough to look into a complaint

/** Signs an account in on one more device; beyond its allowance the device that signed in first is signed out. */
export async function openSession(
  db: Kysely<Tables>,
  {
    account,
    deviceLabel,
    now,
    ttlDays,
    endsBy = null,
  }: {
    account: Pick<UserRow, 'id' | 'role'>
    deviceLabel: string
    now: Date
    ttlDays: number
    /** A time that it must not outlive. */
    endsBy?: string | null
  },
): Promise<{ token: string; expiresAt: string }> {
  const token = makeToken()
  const ttlEnd = new Date(now.getTime() + ttlDays * DAY_MS).toISOString()
  const expiresAt = endsBy !== null && endsBy < ttlEnd ? endsBy : ttlEnd
  await removeSessionsBefore(db, new Date(now.getTime() - KEPT_EXPIRED_MS).toISOString())
  await revokeOldestSessions(db, account.id, {
    keep: MOST_SESSIONS[account.role] - 1,
    now: now.toISOString(),
  })
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: account.id,
    device_label: deviceLabel,
    created_at: now.toISOString(),
    expires_at: expiresAt,
    revoked_at: null,
  })
  return { token, expiresAt }
}

export async function findLiveSession(
  db: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<Session | null> {
  const found = await findSession(db, hashToken(token), now.toISOString())
  return found ? { token, ...found } : null
}

export async function closeSession(db: Kysely<Tables>, token: string, now: Date): Promise<void> {
  await revokeSession(db, hashToken(token), now.toISOString())
}

/** Signs every device of every account out. */
export async function closeEverySession(db: Kysely<Tables>, now: Date): Promise<void> {
  await revokeAllSessions(db, now.toISOString())
}
