// The last step of a sign-in, whichever factors it used: opens the session, and sends the person an
// e-mail if the device is new to the account.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { Person } from '#server/accounts/people/person-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { announceNewDevice, isOnNewDevice } from './new-device-notice.ts'
import { openPersonSession, type SessionDeps, type SignedIn } from './person-session-service.ts'

export interface NoticedSession {
  signedIn: SignedIn
  /** The account to notify of a new device after the commit; null if there is nothing to announce. */
  newDeviceOf: UserRow | null
}

/** @throws ServerError 403 for a suspended account, 429 */
export async function openNoticedSession(
  trx: Kysely<Tables>,
  deps: SessionDeps,
  person: Person,
  caller: Caller & { deviceToken: string | null },
): Promise<NoticedSession> {
  const { account } = person
  const isNewDevice = await isOnNewDevice(trx, account, caller)
  const signedIn = await openPersonSession(trx, deps, person, caller)
  return { signedIn, newDeviceOf: isNewDevice ? account : null }
}

/** Announces the sign-in by e-mail if the device is new to the account. Call it after the commit. */
export function announceIfNew(
  deps: Pick<AppDeps, 'mailer' | 'background' | 'publicUrl'>,
  { newDeviceOf }: NoticedSession,
  caller: Caller,
): void {
  if (newDeviceOf) announceNewDevice(deps, newDeviceOf, caller)
}
