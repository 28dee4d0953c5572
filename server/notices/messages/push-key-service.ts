// The key pair by which push services recognize this server (VAPID, RFC 8292). The database stores
// it, so that all processes use the same one.

import { hkdfSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import webPush from 'web-push'
import { makeValueCipher, type ValueCipher } from '#server/platform/config/value-cipher.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const KEY_BYTES = 32 // AES-256
const KEY_INFO = 'push keys' // no other key derived from APP_SECRET has this name
const RECORD = 'vapid'
const ROW_ID = 1

export interface PushKeys {
  /** Base64url, the format that browsers expect. */
  publicKey: string
  privateKey: string
}

/**
 * Creates the key pair unless it exists; called at each start. After a change of APP_SECRET,
 * replaces the key pair and deletes all subscriptions, for which push services would refuse the new
 * key.
 */
export async function ensurePushKeys(db: Kysely<Tables>, appSecret: string): Promise<PushKeys> {
  const cipher = makePushKeyCipher(appSecret)
  return (await findKeys(db, cipher)) ?? createKeys(db, cipher)
}

/** @throws if `ensurePushKeys` has not run */
export async function getPushKeys(db: Kysely<Tables>, appSecret: string): Promise<PushKeys> {
  const keys = await findKeys(db, makePushKeyCipher(appSecret))
  if (!keys) throw new Error('the server has no keys for notifications')
  return keys
}

async function findKeys(db: Kysely<Tables>, cipher: ValueCipher): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst()
  const privateKey = row ? cipher.open(RECORD, row.sealed) : null
  return row && privateKey !== null ? { publicKey: row.public_key, privateKey } : null
}

function createKeys(db: Kysely<Tables>, cipher: ValueCipher): Promise<PushKeys> {
  return db.transaction().execute(async (trx) => {
    // Another process may have created the keys since the first check. This check is final, because
    // writing transactions run one after the other.
    const present = await findKeys(trx, cipher)
    if (present) return present
    const made = webPush.generateVAPIDKeys()
    const replaced = await trx.deleteFrom('push_keys').returning('id').execute()
    if (replaced.length > 0) await trx.deleteFrom('push_subscriptions').execute()
    await trx
      .insertInto('push_keys')
      .values({
        id: ROW_ID,
        public_key: made.publicKey,
        sealed: cipher.seal(RECORD, made.privateKey),
      })
      .execute()
    return made
  })
}

function makePushKeyCipher(appSecret: string): ValueCipher {
  const key = hkdfSync('sha256', appSecret, '', KEY_INFO, KEY_BYTES)
  return makeValueCipher(Buffer.from(key), 'v1')
}
