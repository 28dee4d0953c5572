import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type SignInAnswer, SignInAnswerSchema } from '#src/domain/account/account.ts'

// The WebAuthn ceremonies of passkeys: an extension of the specification. Each call throws ApiError.

const OWN = '/auth/passkeys'
const Done = v.looseObject({ success: v.literal(true) })
const Options = envelopeOf(v.looseObject({ challenge: v.string() }))

/** POST /auth/passkey/options; 409 if the site's host is an IP address. */
export function makeSignInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return begin('/auth/passkey', true)
}

/** POST /auth/passkey; an unknown passkey is `refused` (400). */
export function signInWithPasskey(
  response: AuthenticationResponseJSON,
  deviceToken: string | null,
): Promise<SignInAnswer> {
  return call('/auth/passkey', SignInAnswerSchema, {
    method: 'POST',
    body: { response, deviceToken },
    isSignIn: true,
  })
}

/** POST /auth/confirm/options; 404 for an account without a passkey. */
export function makeConfirmOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return begin('/auth/confirm')
}

/** POST /auth/confirm with the assertion that the browser signed. */
export async function confirmWithPasskey(passkey: AuthenticationResponseJSON): Promise<void> {
  await call('/auth/confirm', Done, { method: 'POST', body: { passkey } })
}

/** POST /auth/passkeys/options */
export function makeAddOptions(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return begin(OWN)
}

/** POST /auth/passkeys. The server names the passkey after the device. */
export async function addPasskey(response: RegistrationResponseJSON): Promise<void> {
  await call(OWN, Done, { method: 'POST', body: { response } })
}

/** Requests the options of a ceremony, in WebAuthn's JSON format. The browser validates them. */
async function begin<Options extends { challenge: string }>(
  path: string,
  isSignIn = false,
): Promise<Options> {
  const options: { challenge: string } = await call(`${path}/options`, Options, {
    method: 'POST',
    isSignIn,
  })
  return options as Options // validated by the browser
}
