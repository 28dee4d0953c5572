import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { Role } from '#src/domain/account.ts'
import {
  findSession,
  insertSession,
  removeSessionsBefore,
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

const TOKEN_BYTES = 32 // 256 bits; ASVS 7.2.3 asks for 128
const DAY_MS = 86_400_000
const KEPT_EXPIRED_MS = 30 * DAY_MS // long enough to look into a complaint

export async function openSession(
  db: Kysely<Tables>,
  {
    userId,
    deviceLabel,
    now,
    ttlDays,
  }: { userId: string; deviceLabel: string; now: Date; ttlDays: number },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + ttlDays * DAY_MS).toISOString()
  await removeSessionsBefore(db, new Date(now.getTime() - KEPT_EXPIRED_MS).toISOString())
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
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

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
