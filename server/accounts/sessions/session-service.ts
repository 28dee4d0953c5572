import type { Kysely } from 'kysely'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Role } from '#src/domain/account/account.ts'
import { ENDED_SESSION_DAYS } from '#src/domain/retention.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { hashToken, makeToken } from './random-token.ts'
import {
  findReplacement,
  findSession,
  insertSession,
  removeSessionsEndedBy,
  replaceOldestSessions,
  revokeAllSessions,
  revokeSession,
} from './session-repository.ts'

// Sessions identified by a token of 32 random bytes that only the device stores. Expiry and
// revocation take effect at once.

declare module 'hono' {
  interface ContextVariableMap {
    session: Session
  }
}

export interface Session {
  token: string
  userId: string
  role: Role
  /** Null for accounts without access to the panel. */
  staffRole: StaffRole | null
  signedInAt: string
  /** Time of the last call, to the minute; null before the first. */
  lastSeenAt: string | null
  /** When the person last proved who they are, at the sign-in or later. */
  confirmedAt: string
  /** The device's name in the audit log and in conflicts. */
  deviceLabel: string
}

const DAY_MS = 86_400_000
// Sessions open at the same time. ASVS 5.0 7.1.2 requires a documented limit.
const MOST_SESSIONS: Readonly<Record<Role, number>> = { admin: 5, user: 10 }

/** Opens a session of an account. Beyond MOST_SESSIONS, the oldest session is signed out. */
export async function openSession(
  db: Kysely<Tables>,
  {
    account,
    deviceLabel,
    network = null,
    now,
    ttlDays,
    endsBy = null,
  }: {
    account: Pick<UserRow, 'id' | 'role'>
    deviceLabel: string
    /** The return value of `shortenNetwork`. */
    network?: string | null
    now: Date
    ttlDays: number
    /** Upper limit of the session's expiry. */
    endsBy?: string | null
  },
): Promise<{ token: string; expiresAt: string }> {
  const token = makeToken()
  const ttlEnd = new Date(now.getTime() + ttlDays * DAY_MS).toISOString()
  const expiresAt = endsBy !== null && endsBy < ttlEnd ? endsBy : ttlEnd
  await removeEndedSessions(db, now)
  await replaceOldestSessions(db, account.id, {
    keep: MOST_SESSIONS[account.role] - 1,
    deviceLabel,
    now: now.toISOString(),
  })
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: account.id,
    device_label: deviceLabel,
    network,
    created_at: now.toISOString(),
    expires_at: expiresAt,
    last_seen_at: null,
    confirmed_at: null,
    revoked_at: null,
    replaced_by: null,
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

/**
 * The device whose sign-in replaced the session of this token, and when; null if the session ended
 * in another way, or more than ENDED_SESSION_DAYS ago.
 */
export async function findSessionReplacement(
  db: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<{ device: string; replacedAt: string } | null> {
  return (await findReplacement(db, hashToken(token), endedSessionsSince(now))) ?? null
}

export async function removeEndedSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  await removeSessionsEndedBy(db, endedSessionsSince(now))
}

function endedSessionsSince(now: Date): string {
  return new Date(now.getTime() - ENDED_SESSION_DAYS * DAY_MS).toISOString()
}

/** The primary key of the session's row. Other rows refer to it and are deleted with the session. */
export function sessionHashOf({ token }: Pick<Session, 'token'>): string {
  return hashToken(token)
}

export async function closeSession(db: Kysely<Tables>, token: string, now: Date): Promise<void> {
  await revokeSession(db, hashToken(token), now.toISOString())
}

/** Signs out all devices of all accounts. */
export async function closeEverySession(db: Kysely<Tables>, now: Date): Promise<void> {
  await revokeAllSessions(db, now.toISOString())
}
