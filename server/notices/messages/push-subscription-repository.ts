import type { Kysely } from 'kysely'
import type { PushSubscriptionRow } from '#server/platform/database/rows/message-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Subscriptions whose session is live. */
function selectLive(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
}

export async function listSubscriptionIds(
  db: Kysely<Tables>,
  userId: string,
  now: string,
): Promise<string[]> {
  const rows = await selectLive(db, now)
    .select('push_subscriptions.id')
    .where('push_subscriptions.user_id', '=', userId)
    .execute()
  return rows.map(({ id }) => id)
}

export function findLiveSubscription(
  db: Kysely<Tables>,
  id: string,
  now: string,
): Promise<PushSubscriptionRow | undefined> {
  return selectLive(db, now)
    .selectAll('push_subscriptions')
    .where('push_subscriptions.id', '=', id)
    .executeTakeFirst()
}

export async function hasSubscription(db: Kysely<Tables>, sessionHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Replaces the session's earlier subscription, and any with the same endpoint. */
export async function putSubscription(
  trx: Kysely<Tables>,
  row: PushSubscriptionRow,
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('id', '=', row.id), eb('session_hash', '=', row.session_hash)]))
    .execute()
  await trx.insertInto('push_subscriptions').values(row).execute()
}

export async function removeSubscription(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export async function removeSubscriptionOf(db: Kysely<Tables>, sessionHash: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', sessionHash).execute()
}

export async function removeEndedSubscriptions(db: Kysely<Tables>, now: string): Promise<void> {
  const live = selectLive(db, now).select('push_subscriptions.id')
  await db.deleteFrom('push_subscriptions').where('id', 'not in', live).execute()
}
