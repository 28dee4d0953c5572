import type { Kysely } from 'kysely'
import type { Tables, UserRow } from '#server/database/schema.ts'
import type { Role } from '#src/domain/account.ts'
import { hashToken, makeToken } from './random-token.ts'
import {
  findReplacement,
  findSession,
  insertSession,
  removeSessionsBefore,
  replaceOldestSessions,
  revokeAllSessions,
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
const MOST_SESSIONS: Readonly<Record<Role, number>> = { admin: 5, user: 10 } // a limit that is said: ASVS 5.0 7.1.2
const KEPT_ENDED_MS = 30 * DAY_MS // long enough to look into a complaint, and for a device to learn what replaced its session

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
    created_at: now.toISOString(),
    expires_at: expiresAt,
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

/** Which sign-in, and when, was one too many for the session of this token; null when something else ended it. */
export async function findSessionReplacement(
  db: Kysely<Tables>,
  token: string,
  now: Date,
): Promise<{ device: string; replacedAt: string } | null> {
  return (await findReplacement(db, hashToken(token), keptSince(now))) ?? null
}

/** Deletes what is no longer needed of sessions that ended. */
export async function removeEndedSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  await removeSessionsBefore(db, keptSince(now))
}

function keptSince(now: Date): string {
  return new Date(now.getTime() - KEPT_ENDED_MS).toISOString()
}

export async function closeSession(db: Kysely<Tables>, token: string, now: Date): Promise<void> {
  await revokeSession(db, hashToken(token), now.toISOString())
}

/** Signs every device of every account out. */
export async function closeEverySession(db: Kysely<Tables>, now: Date): Promise<void> {
  await revokeAllSessions(db, now.toISOString())
}
