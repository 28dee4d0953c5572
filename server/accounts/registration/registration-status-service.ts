import type { Kysely } from 'kysely'
import { findKindOf } from '#server/accounts/people/registration-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

/**
 * Whether the user's e-mail address is still unverified. Call it in the transaction of a write,
 * because the registration may have ended since the session was checked. @throws ServerError 401
 */
export async function isProvisional(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const kind = await findKindOf(trx, userId)
  if (kind === null) throw new ServerError(401, 'unauthenticated', 'Sign in to go on.')
  return kind === 'registration'
}
