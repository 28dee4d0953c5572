// Stores sessions by token hash, so that a reader of the database cannot sign in.

import type { Kysely, NotNull } from 'kysely'
import type { SessionRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertSession(db: Kysely<Tables>, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/**
 * Reads session, account and role from the database, so that a changed role or a suspension applies
 * from the next call. A registration has no row in `users` yet; its role is 'user'.
 */
export async function findSession(db: Kysely<Tables>, tokenHash: string, now: string) {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('staff', 'staff.user_id', 'sessions.user_id')
    .select((eb) => [
      'sessions.user_id as userId',
      'users.role as role',
      'staff.role as staffRole',
      'device_label as deviceLabel',
      'sessions.created_at as signedInAt',
      'sessions.last_seen_at as lastSeenAt',
      eb.fn.coalesce('sessions.confirmed_at', 'sessions.created_at').as('confirmedAt'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('staff.suspended_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, role: row.role ?? ('user' as const) }
}

/** The live sessions of an account or registration, with the latest sign-in first. */
export function listLiveSessions(db: Kysely<Tables>, userId: string, now: string) {
  return db
    .selectFrom('sessions')
    .select((eb) => [
      'token_hash as tokenHash',
      'device_label as device',
      'network',
      'created_at as signedInAt',
      eb.fn.coalesce('last_seen_at', 'created_at').as('lastSeenAt'),
    ])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function setSession(
  db: Kysely<Tables>,
  tokenHash: string,
  change: Partial<Pick<SessionRow, 'last_seen_at' | 'confirmed_at'>>,
): Promise<void> {
  await db.updateTable('sessions').set(change).where('token_hash', '=', tokenHash).execute()
}

export async function revokeSession(db: Kysely<Tables>, tokenHash: string, now: string) {
  await removeSubscriptions(db).where('session_hash', '=', tokenHash).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeSessionsOf(db: Kysely<Tables>, userId: string, now: string) {
  await removeSubscriptions(db).where('user_id', '=', userId).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** A delete of push subscriptions. The caller limits it to the devices that it signs out. */
function removeSubscriptions(db: Kysely<Tables>) {
  return db.deleteFrom('push_subscriptions')
}

/** Revokes every session of the account except this one. */
export async function revokeOtherSessions(
  db: Kysely<Tables>,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  now: string,
): Promise<void> {
  await removeSubscriptions(db)
    .where('user_id', '=', userId)
    .where('session_hash', '<>', tokenHash)
    .execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeAllSessions(db: Kysely<Tables>, now: string) {
  await removeSubscriptions(db).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Keeps the newest `keep` live sessions of an account. Revokes the others and records the device
 * that replaced them.
 */
export async function replaceOldestSessions(
  db: Kysely<Tables>,
  userId: string,
  { keep, deviceLabel, now }: { keep: number; deviceLabel: string; now: string },
): Promise<void> {
  const live = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
  const oldest = live.slice(keep).map((session) => session.token_hash)
  if (oldest.length === 0) return
  await removeSubscriptions(db).where('session_hash', 'in', oldest).execute()
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, replaced_by: deviceLabel })
    .where('token_hash', 'in', oldest)
    .execute()
}

/**
 * The device that replaced a session; undefined if the session ended in another way or before
 * `since`, or is unknown.
 */
export function findReplacement(db: Kysely<Tables>, tokenHash: string, since: string) {
  return db
    .selectFrom('sessions')
    .select(['replaced_by as device', 'revoked_at as replacedAt'])
    .where('token_hash', '=', tokenHash)
    .where('replaced_by', 'is not', null)
    .where('revoked_at', '>', since)
    .$narrowType<{ device: NotNull; replacedAt: NotNull }>()
    .executeTakeFirst()
}

export async function removeSessionsEndedBy(db: Kysely<Tables>, endedBy: string) {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', endedBy), eb('revoked_at', '<=', endedBy)]))
    .execute()
}

export async function removeSessionsOf(trx: Kysely<Tables>, userIds: readonly string[]) {
  await trx.deleteFrom('sessions').where('user_id', 'in', userIds).execute()
}
