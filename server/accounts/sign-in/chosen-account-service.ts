import type { Kysely } from 'kysely'
import { listAccounts } from '#server/accounts/people/account-repository.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Role } from '#src/domain/account/account.ts'

export type KindOfAccount = 'staff' | 'user'

const ROLE_OF: Readonly<Record<KindOfAccount, Role>> = { staff: 'admin', user: 'user' }

/**
 * Finds the account that a subcommand of `npm run manage` is for, by its e-mail address. If no kind is
 * given, prefers the team's account to the end user's. The returned name is the e-mail address, plus the
 * kind if the address has two accounts. @throws SetupError when there is no such account
 */
export async function chooseAccount(
  db: Kysely<Tables>,
  email: string,
  kind?: KindOfAccount,
): Promise<{ id: string; name: string }> {
  const accounts = await listAccounts(db, email.trim().toLowerCase())
  const wanted = kind && ROLE_OF[kind]
  const chosen = accounts.find(({ role }) => role === (wanted ?? 'admin')) ?? accounts[0]
  if (!chosen || (wanted && chosen.role !== wanted))
    throw new SetupError(
      `There is no account${kind ? ` (${kind})` : ''} with the address ${email}.`,
    )
  const hasTwo = accounts.length > 1
  const which = chosen.role === 'admin' ? 'the team account' : "the end user's account"
  return { id: chosen.id, name: hasTwo ? `${chosen.email} (${which})` : chosen.email }
}
