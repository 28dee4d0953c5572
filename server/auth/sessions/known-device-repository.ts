import type { Kysely } from 'kysely'
import type { KnownDeviceRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * Finds the device if the account with this e-mail address knows it. Always one statement, so that
 * the timing reveals nothing.
 */
export function findDevice(
  db: Kysely<Tables>,
  { tokenHash, email, now }: { tokenHash: string; email: string; now: string },
) {
  return db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.token_hash as tokenHash')
    .where('known_devices.token_hash', '=', tokenHash)
    .where('known_devices.expires_at', '>', now)
    .where('users.email', '=', email)
    .executeTakeFirst()
}

/** Returns false when the account has no such device. */
export async function extendDevice(
  trx: Kysely<Tables>,
  { token_hash, user_id, expires_at }: KnownDeviceRow,
  now: string,
): Promise<boolean> {
  const extended = await trx
    .updateTable('known_devices')
    .set({ expires_at })
    .where('token_hash', '=', token_hash)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return extended !== undefined
}

export async function insertDevice(trx: Kysely<Tables>, device: KnownDeviceRow): Promise<void> {
  await trx.insertInto('known_devices').values(device).execute()
}

/** Removes all but the `keep` devices of the account that signed in most recently. */
export async function removeOldestDevices(
  trx: Kysely<Tables>,
  userId: string,
  keep: number,
): Promise<void> {
  const devices = await trx
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .execute()
  const oldest = devices.slice(keep).map((device) => device.token_hash)
  if (oldest.length === 0) return
  await trx.deleteFrom('known_devices').where('token_hash', 'in', oldest).execute()
}

export async function removeDevicesOf(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function removeExpiredDevices(trx: Kysely<Tables>, now: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('expires_at', '<=', now).execute()
}
