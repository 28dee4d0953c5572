import type { Kysely } from 'kysely'
import { keyedHash } from '#server/config/keyed-hash.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * Deletes the counted tries of an account and its e-mail address. Tries counted together with a
 * network or device cannot be found, but are stored as HMACs and deleted within a day.
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
