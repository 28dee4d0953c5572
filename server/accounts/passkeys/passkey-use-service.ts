// Signing in and confirming one's identity with a passkey. The authenticator verifies the person by
// a PIN, a finger or a face, so a passkey counts as both factors.

import type { Kysely } from 'kysely'
import { noteConfirmation } from '#server/accounts/passwords/own-password-service.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  findPasskey,
  listPasskeys,
  notePasskeyUse,
} from '#server/accounts/people/passkey-repository.ts'
import { findPerson } from '#server/accounts/people/person-repository.ts'
import {
  announceIfNew,
  openNoticedSession,
} from '#server/accounts/sessions/noticed-session-service.ts'
import type { SignedIn } from '#server/accounts/sessions/person-session-service.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type {
  PasskeyChallengeRow,
  PasskeyRow,
} from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { Assertion, PasskeySignIn } from '#src/domain/account/passkey-answer.ts'
import { consumeChallenge, storeChallenge } from './passkey-challenge-service.ts'
import {
  loadWebAuthn,
  readChallenge,
  readTransports,
  verifyPasskey,
} from './passkey-verification.ts'
import { requireRelyingParty } from './relying-party.ts'

/**
 * Options for the browser's `navigator.credentials.get`. With a null `userId` (sign-in), they accept
 * any passkey, otherwise only those of the account. @throws ServerError 404 when the account has
 * none, 409 if the server has no domain name
 */
export async function makeUseOptions(
  { db, write, publicUrl, clock }: Pick<AppDeps, 'db' | 'write' | 'publicUrl' | 'clock'>,
  userId: string | null,
) {
  const { rpId: rpID } = requireRelyingParty(publicUrl)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const own = userId === null ? [] : await listPasskeys(db, userId)
  if (userId !== null && own.length === 0)
    throw new ServerError(404, 'no-passkey', 'You have no passkey here. Type your password.')
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: own.map(({ credential_id: id, transports }) => ({
      id,
      transports: readTransports(transports),
    })),
  })
  const purpose = userId === null ? 'sign-in' : 'confirm'
  await storeChallenge(write, { purpose, userId, challenge: options.challenge, now: clock() })
  return options
}

/**
 * @throws ServerError 400 for a refused passkey, 403 for a suspended account, 409 if the server
 * has no domain name
 */
export async function signInWithPasskey(
  deps: AppDeps,
  { response, deviceToken }: PasskeySignIn,
  caller: Caller,
): Promise<SignedIn> {
  const { write, log } = deps
  const { now } = caller
  const used = await verifyUse(deps, response, { purpose: 'sign-in', userId: null }, caller)
  const opened = await write(async (trx) => {
    const isNew = await noteUse(trx, used, now)
    const person = await findPerson(trx, used.passkey.user_id, now.toISOString())
    if (!isNew || !person) throw refusePasskey(deps, 'not new', caller)
    return openNoticedSession(trx, deps, person, { ...caller, deviceToken })
  })
  announceIfNew(deps, opened, caller)
  log.info({ userId: opened.signedIn.user._id }, 'an account was signed in with a passkey')
  return opened.signedIn
}

/**
 * Notes in the session that its person has proved who they are. @throws ServerError 400 for a
 * refused passkey, 409 if the server has no domain name
 */
export async function confirmByPasskey(
  deps: AppDeps,
  { userId, token }: Session,
  response: Assertion,
  caller: Caller,
): Promise<void> {
  const used = await verifyUse(deps, response, { purpose: 'confirm', userId }, caller)
  await deps.write(async (trx) => {
    const isOwn = used.passkey.user_id === userId
    if (!isOwn || !(await noteUse(trx, used, caller.now)))
      throw refusePasskey(deps, isOwn ? 'not new' : 'of somebody else', caller)
    await noteConfirmation(trx, token, caller.now)
  })
}

export function refusePasskey(
  { log }: Pick<AppDeps, 'log'>,
  reason: string,
  { address }: Pick<Caller, 'address'>,
): ServerError {
  log.warn({ address, reason }, 'a passkey was refused')
  const sentence = 'This passkey was not accepted. Use your password, or another passkey.'
  return new ServerError(400, 'passkey-refused', sentence)
}

interface VerifiedUse {
  passkey: PasskeyRow
  newCounter: number
  isBackedUp: boolean
}

/**
 * Consumes the challenge and verifies the signature, outside any transaction. @throws ServerError
 * 400, 409
 */
async function verifyUse(
  deps: Pick<AppDeps, 'db' | 'write' | 'publicUrl' | 'log'>,
  response: Assertion,
  ceremony: Pick<PasskeyChallengeRow, 'purpose'> & { userId: string | null },
  caller: Caller,
): Promise<VerifiedUse> {
  const party = requireRelyingParty(deps.publicUrl)
  const challenge = readChallenge(response)
  await consumeChallenge(deps.write, { ...ceremony, challenge, now: caller.now })
  const passkey = await findPasskey(deps.db, response.id)
  if (!passkey) throw refusePasskey(deps, 'unknown', caller)
  if (!isHandleOf(passkey, response, ceremony)) throw refusePasskey(deps, 'of another user', caller)
  const info = await verifyPasskey(response, { challenge, passkey }, party).catch(
    (error: Error) => {
      throw refusePasskey(deps, error.message, caller)
    },
  )
  return { passkey, newCounter: info.newCounter, isBackedUp: info.credentialBackedUp }
}

/**
 * Whether the user handle in the response is that of the passkey's account (WebAuthn, section 7.2, step 6).
 * A sign-in, which names no account before, needs a handle; a confirmation may come without.
 */
function isHandleOf(
  { user_id: userId }: PasskeyRow,
  { response: { userHandle } }: Assertion,
  { purpose }: Pick<PasskeyChallengeRow, 'purpose'>,
): boolean {
  if (userHandle === undefined) return purpose !== 'sign-in'
  return Buffer.from(userHandle, 'base64url').toString() === userId
}

function noteUse(
  trx: Kysely<Tables>,
  { passkey, newCounter, isBackedUp }: VerifiedUse,
  now: Date,
): Promise<boolean> {
  return notePasskeyUse(trx, {
    id: passkey.id,
    counter: newCounter,
    is_backed_up: isBackedUp ? 1 : 0,
    last_used_at: now.toISOString(),
  })
}
