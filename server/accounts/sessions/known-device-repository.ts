import type { Kysely } from 'kysely'
import { type MeantAccount, selectMeant } from '#server/accounts/people/account-repository.ts'
import type { KnownDeviceRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * Finds the device if it is known to the account that `meant` identifies. Always runs one
 * statement, so that the timing does not reveal whether the account exists.
 */
export function findDevice(
  db: Kysely<Tables>,
  meant: MeantAccount,
  { tokenHash, now }: { tokenHash: string; now: string },
) {
  return db
    .selectFrom('known_devices')
    .select('token_hash as tokenHash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('user_id', '=', selectMeant(db, meant).select('id'))
    .executeTakeFirst()
}

/** Whether any account that has the same e-mail address as this account knows the device. */
export async function isKnownForEmail(
  db: Kysely<Tables>,
  { tokenHash, userId, now }: { tokenHash: string; userId: string; now: string },
): Promise<boolean> {
  const address = db.selectFrom('users').select('email').where('id', '=', userId)
  const found = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'in', db.selectFrom('users').select('id').where('email', 'in', address))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false when the account does not know the device, or the entry has expired. */
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

/** Keeps the account's `keep` devices with the latest sign-ins, and removes its other devices. */
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
  await trx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', oldest)
    .execute()
}

export async function removeDevicesOf(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

export async function removeExpiredDevices(trx: Kysely<Tables>, now: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('expires_at', '<=', now).execute()
}
