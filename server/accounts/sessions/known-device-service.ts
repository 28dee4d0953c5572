// Devices on which an account has signed in before. Each has a random token of 32 bytes that it
// sends with its next sign-in. The token grants no access. It only gives the device a separate limit
// of sign-in tries, which strangers cannot use up. An e-mail address can have two accounts, one for each role.
// The app stores one token for the address and sends it for either account, but an account
// recognizes only devices on which somebody has signed in to that account.

import type { Kysely } from 'kysely'
import type { MeantAccount } from '#server/accounts/people/account-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { KNOWN_DEVICE_DAYS } from '#src/domain/retention.ts'
import {
  extendDevice,
  findDevice,
  insertDevice,
  isKnownForEmail,
  removeExpiredDevices,
  removeOldestDevices,
} from './known-device-repository.ts'
import { hashToken, makeToken } from './random-token.ts'

const LIFETIME_MS = KNOWN_DEVICE_DAYS * 86_400_000
const MOST_DEVICES = 20 // each token has its own sign-in tries, so this limits the tries with stolen tokens

/**
 * The token's hash if the device is known to the account that `meant` identifies. The check takes
 * equally long with a wrong token and without a token.
 */
export async function findKnownDevice(
  db: Kysely<Tables>,
  meant: MeantAccount,
  { deviceToken, now }: { deviceToken: string | null; now: Date },
): Promise<string | null> {
  const tokenHash = hashToken(deviceToken ?? '')
  const found = await findDevice(db, meant, { tokenHash, now: now.toISOString() })
  return found?.tokenHash ?? null
}

/**
 * Returns the token that this device sends with its next sign-in. Extends a known token instead of
 * replacing it: otherwise, a device that missed the response would no longer be known.
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
  const at = now.toISOString()
  await forgetExpiredDevices(trx, now)
  if (deviceToken !== null && (await extendDevice(trx, toRow(deviceToken), at))) return deviceToken
  const isOfAddress =
    deviceToken !== null &&
    (await isKnownForEmail(trx, { tokenHash: hashToken(deviceToken), userId, now: at }))
  const token = isOfAddress ? deviceToken : makeToken()
  await insertDevice(trx, toRow(token))
  await removeOldestDevices(trx, userId, MOST_DEVICES)
  return token
}

export function forgetExpiredDevices(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeExpiredDevices(db, now.toISOString())
}
