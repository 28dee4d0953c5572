// Browsers' push subscriptions. Each belongs to the session that created it, and ends with that session. While the
// session is live, no other person can take over the endpoint.

import { createHash, ECDH } from 'node:crypto'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import { type Session, sessionHashOf } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { isOutboundUrl } from '#server/platform/outbound/outbound-service.ts'
import type { PushSubscriptionBody } from '#src/domain/message.ts'
import { getPushKeys } from './push-key-service.ts'
import { isPushAvailable } from './push-sender.ts'
import {
  findLiveSubscription,
  hasSubscription,
  putSubscription,
  removeEndedSubscriptions,
  removeSubscriptionOf,
} from './push-subscription-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'appSecret' | 'publicUrl'>

const UNAVAILABLE =
  'This site cannot send notifications yet: its PUBLIC_URL must begin with https. Ask the people who run it.'

/** The server's public key, null if it cannot send notifications, and whether this device is subscribed. */
export async function readPushState(
  { db, appSecret, publicUrl }: Deps,
  session: Session,
): Promise<{ publicKey: string | null; isOn: boolean }> {
  if (!isPushAvailable(publicUrl)) return { publicKey: null, isOn: false }
  const { publicKey } = await getPushKeys(db, appSecret)
  return { publicKey, isOn: await hasSubscription(db, sessionHashOf(session)) }
}

/**
 * Subscribes this device. @throws ServerError 400 for an endpoint that the server never sends to,
 * or an invalid key; 403 for an unverified account; 409 for another person's endpoint, or on a server
 * without an https address
 */
export async function subscribe(
  { db, write, publicUrl }: Pick<AppDeps, 'db' | 'write' | 'publicUrl'>,
  session: Session,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionBody,
  now: Date,
): Promise<void> {
  if (!isPushAvailable(publicUrl)) throw new ServerError(409, 'push-unavailable', UNAVAILABLE)
  if (!isOutboundUrl(endpoint)) throw invalid('endpoint', 'The address must be https, on port 443.')
  if (!isPublicKey(p256dh)) throw invalid('keys', 'The key p256dh is not a point of P-256.')
  const { id: userId } = await requireVerifiedAccount(db, session.userId)
  const row = {
    id: createHash('sha256').update(endpoint).digest('hex'),
    user_id: userId,
    session_hash: sessionHashOf(session),
    endpoint,
    p256dh,
    auth,
    created_at: now.toISOString(),
  }
  await write(async (trx) => {
    const before = await findLiveSubscription(trx, row.id, row.created_at)
    if (before && before.user_id !== userId) throw endpointTaken()
    await putSubscription(trx, row)
  })
}

export function unsubscribe(db: Kysely<Tables>, session: Session): Promise<void> {
  return removeSubscriptionOf(db, sessionHashOf(session))
}

/** Deletes the subscriptions of sessions that have expired or were revoked. */
export function forgetEndedSubscriptions(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeEndedSubscriptions(db, now.toISOString())
}

function endpointTaken(): ServerError {
  const sentence =
    'This browser still shows the notifications of another person. Sign them out here, or turn their notifications off.'
  return new ServerError(409, 'endpoint-taken', sentence)
}

function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, 'prime256v1', 'base64url')
    return true
  } catch {
    return false // Node reports a point that is not on the curve only by throwing.
  }
}

function invalid(field: string, sentence: string): ServerError {
  return new ServerError(400, 'invalid-input', sentence, { fields: { [field]: sentence } })
}
