// Keys with which the site of a business calls the API. Of a key, only the hash and its first characters are stored. A revoked
// key is deleted; the audit log keeps its prefix.

import type { Kysely } from 'kysely'
import { findOrMakeBusiness } from '#server/accounts/registration/business-account-service.ts'
import type { RouteDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { API_KEY_SCOPES, type NewApiKey } from '#src/domain/api-key.ts'
import {
  countKeys,
  findApiKey,
  insertKey,
  type ListedKey,
  listKeys,
  removeKey,
  setKeyUsed,
} from './api-key-repository.ts'
import { hashKey, makeKey, prefixOf } from './api-key-secret.ts'
import type { KeyHolder } from './key-holder.ts'

const MOST_KEYS = 100 // keys that have not expired, of all businesses together; each needs one or two
const DAY_MS = 86_400_000
const USE_PRECISION_MS = 60_000 // one write a minute for each key, however many calls it makes

/** The team member who creates or revokes a key, the device used, and the time. */
export interface KeyChange {
  userId: string
  deviceLabel: string
  now: Date
}

/** Newest first. */
export function listApiKeys(db: Kysely<Tables>): Promise<ListedKey[]> {
  return listKeys(db)
}

/** Returns the key, which is never shown again. @throws ServerError 409 when there are too many */
export async function createApiKey(
  trx: Kysely<Tables>,
  { name, business, expiresInDays }: NewApiKey,
  by: KeyChange,
): Promise<{ id: string; key: string }> {
  const { userId, now } = by
  if ((await countKeys(trx, now.toISOString())) >= MOST_KEYS) throw tooManyKeys()
  const { id: ownerId } = await findOrMakeBusiness(trx, business, now)
  const key = makeKey()
  const prefix = prefixOf(key)
  const id = makeRecordId(now)
  await insertKey(trx, {
    id,
    key_hash: hashKey(key),
    prefix,
    name,
    scopes: API_KEY_SCOPES.join(' '),
    owner_id: ownerId,
    created_by: userId,
    created_at: now.toISOString(),
    expires_at:
      expiresInDays === null
        ? null
        : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString(),
    last_used_at: null,
  })
  await appendKeyEntry(trx, by, { ownerId, what: `created ${prefix}` })
  return { id, key }
}

/** Takes effect with the next call. @throws ServerError 404 */
export async function revokeApiKey(trx: Kysely<Tables>, id: string, by: KeyChange): Promise<void> {
  const removed = await removeKey(trx, id)
  if (!removed) throw new ServerError(404, 'not-found', 'This key was revoked already.')
  const { owner_id: ownerId, prefix } = removed
  await appendKeyEntry(trx, by, { ownerId, what: `revoked ${prefix}` })
}

/**
 * Revokes every key of a restored backup, because it may have been revoked since. Its creator stands for
 * the actor. Returns the number of keys.
 */
export async function revokeRestoredKeys(
  trx: Kysely<Tables>,
  by: Omit<KeyChange, 'userId'>,
): Promise<number> {
  const keys = await listKeys(trx)
  for (const { id } of keys) {
    const key = await removeKey(trx, id)
    if (!key) continue
    const { owner_id: ownerId, created_by: userId, prefix } = key
    await appendKeyEntry(trx, { ...by, userId }, { ownerId, what: `revoked ${prefix}` })
  }
  return keys.length
}

/** Null for a key that is unknown, revoked or expired. */
export async function findKeyHolder(
  db: Kysely<Tables>,
  key: string,
  now: Date,
): Promise<KeyHolder | null> {
  const found = await findApiKey(db, hashKey(key), now.toISOString())
  if (!found) return null
  const scopes = found.scopes.split(' ')
  return {
    keyId: found.id,
    prefix: found.prefix,
    ownerId: found.owner_id,
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    lastUsedAt: found.last_used_at,
  }
}

/** Stores in the background when a key was last used; no response waits for it. */
export function noteUse(
  { writeAsServer, clock, background }: Pick<RouteDeps, 'writeAsServer' | 'clock' | 'background'>,
  { keyId, lastUsedAt }: KeyHolder,
): void {
  const now = clock()
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < USE_PRECISION_MS) return
  background.start(() => writeAsServer((trx) => setKeyUsed(trx, keyId, now.toISOString())))
}

/** Names the business by its id and the key by its prefix: the audit log is permanent and must not contain names. */
async function appendKeyEntry(
  trx: Kysely<Tables>,
  { userId, deviceLabel, now }: KeyChange,
  { ownerId, what }: { ownerId: string; what: string },
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: userId,
    device_label: deviceLabel,
    action: 'api-key',
    entity: 'account',
    entity_id: ownerId,
    from_value: null,
    to_value: what,
    idempotency_key: null,
  })
}

function tooManyKeys(): ServerError {
  const sentence = `There are ${MOST_KEYS} valid keys, as many as there may be. Revoke one first.`
  return new ServerError(409, 'too-many-keys', sentence)
}
