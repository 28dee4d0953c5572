// Devices on which an account was signed in before: each has 32 random bytes that it sends with its next sign-in. A device
// token opens nothing. It only gives the device sign-in tries of its own, which strangers cannot use up.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import {
  extendDevice,
  findDevice,
  insertDevice,
  removeExpiredDevices,
  removeOldestDevices,
} from './known-device-repository.ts'
import { hashToken, makeToken } from './random-token.ts'

const LIFETIME_MS = 90 * 86_400_000 // the longest pause between two sign-ins of somebody who still uses the product
const MOST_DEVICES = 20 // each has guesses of its own, so their number bounds what stolen tokens are worth

/** The stored form of the token, if it belongs to the account with this address. A wrong one costs the same as none. */
export async function findKnownDevice(
  db: Kysely<Tables>,
  { email, deviceToken, now }: { email: string; deviceToken: string | null; now: Date },
): Promise<string | null> {
  const tokenHash = hashToken(deviceToken ?? '')
  const found = await findDevice(db, { tokenHash, email, now: now.toISOString() })
  return found?.tokenHash ?? null
}

/**
 * The token that this device sends with its next sign-in. A token that is known stays the same for another ninety days: if
 * each sign-in replaced it, a device that never got the answer would be unknown from then on.
 */
export async function rememberDevice(
  trx: Kysely<Tables>,
  userId: string,
  { deviceToken, now }: { deviceToken: string | null; now: Date },
): Promise<string> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS).toISOString()
  const toRow = (token: string) => ({
    token_hash: hashToken(token),
    user_id: userId,
    expires_at: expiresAt,
  })
  await removeExpiredDevices(trx, now.toISOString())
  if (deviceToken !== null && (await extendDevice(trx, toRow(deviceToken), now.toISOString())))
    return deviceToken
  const token = makeToken()
  await insertDevice(trx, toRow(token))
  await removeOldestDevices(trx, userId, MOST_DEVICES)
  return token
}
