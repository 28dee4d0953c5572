import type { Kysely } from 'kysely'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * Deletes the counted tries of an account and its e-mail address. Some tries are counted under a hash of the address
 * together with a network or a device. Those cannot be found from the address alone; they expire within a day.
 */
export async function forgetTriesOf(
  trx: Kysely<Tables>,
  appSecret: string,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const subjects = [
    ['sign-in', 'account', email],
    ['reset', email],
    ['grievance', email],
    ['registration', id],
    ['second-factor', id],
    ['person', id],
  ].map((parts) => keyedHash(appSecret, parts))
  await trx.deleteFrom('attempts').where('subject', 'in', subjects).execute()
}
