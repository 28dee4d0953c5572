// The passkeys of an account. Adding or removing a passkey is audited, and announced by e-mail.

import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  insertPasskey,
  listPasskeys,
  listPasskeysOfTeam,
  removePasskeyRow,
  setPasskeyName,
} from '#server/accounts/people/passkey-repository.ts'
import { announceFactorChange } from '#server/accounts/second-factor/factor-notice.ts'
import { requireFactorLeft } from '#server/accounts/second-factor/factor-rule-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { PasskeyRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { NewPasskey } from '#src/domain/account/passkey-answer.ts'
import { consumeChallenge, storeChallenge } from './passkey-challenge-service.ts'
import { refusePasskey } from './passkey-use-service.ts'
import {
  loadWebAuthn,
  readChallenge,
  readTransports,
  verifyNewPasskey,
} from './passkey-verification.ts'
import { findRelyingParty, requireRelyingParty } from './relying-party.ts'

const MOST_PASSKEYS = 20 // more devices than one person has
const RP_NAME = 'Property Marketplace'

/** The passkeys, and the only origin at which they work. Without a domain name no passkey works: `origin` is null. */
export async function listOwnPasskeys(
  { db, publicUrl }: Pick<AppDeps, 'db' | 'publicUrl'>,
  userId: string,
): Promise<{ origin: string | null; passkeys: PasskeyRow[] }> {
  const origin = findRelyingParty(publicUrl)?.origin ?? null
  return { origin, passkeys: await listPasskeys(db, userId) }
}

/** The passkeys of everybody on the team, with the addresses of their accounts. */
export function listTeamPasskeys(db: Kysely<Tables>) {
  return listPasskeysOfTeam(db)
}

/**
 * Options for the browser's `navigator.credentials.create`. @throws ServerError 403 for an account
 * without a verified e-mail address, 409 if the server has no domain name or for too many passkeys
 */
export async function makeAddOptions(
  { db, write, publicUrl, clock }: Pick<AppDeps, 'db' | 'write' | 'publicUrl' | 'clock'>,
  userId: string,
) {
  const account = await requireVerifiedAccount(db, userId)
  const { rpId: rpID } = requireRelyingParty(publicUrl)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const existing = await listPasskeys(db, userId)
  if (existing.length >= MOST_PASSKEYS) throw tooManyPasskeys()
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID,
    userName: account.email,
    userDisplayName: account.full_name ?? account.email,
    // An id, not a name or e-mail address: authenticators may reveal it to anyone (WebAuthn, section 14.6.1).
    userID: new Uint8Array(Buffer.from(account.id)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({
      id,
      transports: readTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge } = options
  await storeChallenge(write, { purpose: 'add', userId, challenge, now: clock() })
  return options
}

/**
 * @throws ServerError 400 for a refused response or an expired challenge, 403 for an account without
 * a verified e-mail address, 409 if the server has no domain name or for too many passkeys
 */
export async function addPasskey(
  deps: AppDeps,
  userId: string,
  { response, name }: NewPasskey,
  caller: Caller,
): Promise<PasskeyRow> {
  const { db, write } = deps
  const { deviceLabel, now } = caller
  const account = await requireVerifiedAccount(db, userId)
  const party = requireRelyingParty(deps.publicUrl)
  const challenge = readChallenge(response)
  await consumeChallenge(write, { purpose: 'add', userId, challenge, now })
  const made = await verifyNewPasskey(response, challenge, party).catch((error: Error) => {
    throw refusePasskey(deps, error.message, caller)
  })
  const passkey: PasskeyRow = {
    id: makeRecordId(now),
    user_id: userId,
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
    counter: made.credential.counter,
    transports: JSON.stringify(made.credential.transports ?? []),
    is_backed_up: made.credentialBackedUp ? 1 : 0,
    name: name ?? deviceLabel,
    created_at: now.toISOString(),
    last_used_at: null,
  }
  await write(async (trx) => {
    if (!(await insertPasskey(trx, passkey))) throw refusePasskey(deps, 'known', caller)
    if ((await listPasskeys(trx, userId)).length > MOST_PASSKEYS) throw tooManyPasskeys()
    const about = { accountId: userId, deviceLabel, now, detail: 'passkey added' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
  })
  announceFactorChange(deps, account, 'passkey-added', caller)
  return passkey
}

/** @throws ServerError 404 */
export async function renamePasskey(
  { write }: Pick<AppDeps, 'write'>,
  passkey: Pick<PasskeyRow, 'id' | 'user_id' | 'name'>,
): Promise<void> {
  if (!(await write((trx) => setPasskeyName(trx, passkey)))) throw noSuchPasskey()
}

/** @throws ServerError 404, or 409 for the last second factor of a role that needs one */
export async function removePasskey(
  deps: AppDeps,
  passkey: Pick<PasskeyRow, 'id' | 'user_id'>,
  caller: Caller,
): Promise<void> {
  const { user_id: userId } = passkey
  const { deviceLabel, now } = caller
  const account = await requireVerifiedAccount(deps.db, userId)
  await deps.write(async (trx) => {
    if (!(await removePasskeyRow(trx, passkey))) throw noSuchPasskey()
    await requireFactorLeft(trx, deps, userId)
    const about = { accountId: userId, deviceLabel, now, detail: 'passkey removed' }
    await appendAccountAuditEntry(trx, 'second-factor', about)
  })
  announceFactorChange(deps, account, 'passkey-removed', caller)
}

function noSuchPasskey(): ServerError {
  return new ServerError(404, 'not-found', 'This passkey does not exist any more.')
}

function tooManyPasskeys(): ServerError {
  const sentence = `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`
  return new ServerError(409, 'too-many-passkeys', sentence)
}
