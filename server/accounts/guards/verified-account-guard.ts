import type { Kysely } from 'kysely'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

/** @throws ServerError 403 if the user has only a registration, because the address is not verified yet */
export async function requireVerifiedAccount(db: Kysely<Tables>, userId: string): Promise<UserRow> {
  const account = await findAccountById(db, userId)
  if (!account)
    throw new ServerError(
      403,
      'not-verified',
      'Verify your e-mail address first, with the code that was sent to it.',
    )
  return account
}
