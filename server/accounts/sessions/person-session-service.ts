import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import { findDeletion } from '#server/accounts/erasure/deletion-repository.ts'
import { type SignedInWireSchema, toWireAccount } from '#server/accounts/people/account-wire.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { Person } from '#server/accounts/people/person-repository.ts'
import { findStaff } from '#server/accounts/people/staff-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requirePersonTry } from '#server/platform/limits/limit-service.ts'
import { rememberDevice } from './known-device-service.ts'
import { closeSession, openSession } from './session-service.ts'
import { shortenNetwork } from './shortened-network.ts'

/** The data of a response that signs a person in. */
export type SignedIn = v.InferInput<typeof SignedInWireSchema>

export type SessionDeps = Pick<AppDeps, 'settings' | 'appSecret'>

/**
 * Signs a person in on the caller's device and revokes the token that came with the request (ASVS
 * 7.2.4). An unverified registration may be a stranger's, so its device is not remembered and
 * nothing enters the audit log, which is permanent. @throws ServerError 403 for a suspended account, 429
 */
export async function openPersonSession(
  trx: Kysely<Tables>,
  deps: SessionDeps,
  { account, provisionalUntil }: Person,
  {
    token,
    deviceLabel,
    address,
    now,
    deviceToken = null,
  }: Caller & { deviceToken?: string | null },
): Promise<SignedIn> {
  const staff = await requireNotSuspended(trx, account.id)
  const { sessionTtlDays } = deps.settings
  await requirePersonTry(trx, deps, 'session-open', { userId: account.id, network: address, now })
  if (token !== null) await closeSession(trx, token, now)
  const session = await openSession(trx, {
    account,
    deviceLabel,
    network: shortenNetwork(address),
    now,
    ttlDays: sessionTtlDays,
    endsBy: provisionalUntil,
  })
  const deletion = await findDeletion(trx, account.id)
  const signedIn = {
    user: toWireAccount(account, staff?.role ?? null, deletion?.due_at ?? null),
    ...session,
    // Tells the app that changes accept an Idempotency-Key, so it can repeat them safely.
    idempotencyKeys: true,
  } as const
  if (account.verified === 0) return signedIn
  await appendAccountAuditEntry(trx, 'sign-in', { accountId: account.id, deviceLabel, now })
  return { ...signedIn, deviceToken: await rememberDevice(trx, account.id, { deviceToken, now }) }
}

/** The staff record; undefined for end users. @throws ServerError 403 for a suspended account */
export async function requireNotSuspended(trx: Kysely<Tables>, userId: string) {
  const staff = await findStaff(trx, userId)
  if (staff && staff.suspendedAt !== null)
    throw new ServerError(403, 'suspended', 'This account is suspended. Ask the owner.')
  return staff
}
