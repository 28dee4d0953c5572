// Verifies the responses of authenticators. The library is loaded on first use, because loading its
// hundreds of small files would delay each start.

import type { PasskeyRow } from '#server/platform/database/rows/account-rows.ts'
import type { Assertion, NewPasskey } from '#src/domain/account/passkey-answer.ts'
import type { RelyingParty } from './relying-party.ts'

type Transports = NonNullable<
  NonNullable<
    Parameters<
      typeof import('@simplewebauthn/server').generateRegistrationOptions
    >[0]['excludeCredentials']
  >[number]['transports']
>

export const loadWebAuthn = () => import('@simplewebauthn/server')

/** The challenge that the response contains; '' for a malformed response. */
export function readChallenge({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
    const challenge: unknown = Object(JSON.parse(text)).challenge
    return typeof challenge === 'string' ? challenge : ''
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/** Parses the transports stored with a passkey. */
export function readTransports(stored: string): Transports {
  return JSON.parse(stored)
}

/** The new credential. @throws Error whose message says what is wrong with the response */
export async function verifyNewPasskey(
  response: NewPasskey['response'],
  challenge: string,
  { rpId, origin }: RelyingParty,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The cast is safe: the body's schema accepts any transport name, and the library only passes
    // it on.
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the attestation is not valid')
  return registrationInfo
}

/**
 * The signature counter and backup state. @throws Error whose message says what is wrong with the
 * response
 */
export async function verifyPasskey(
  response: Assertion,
  { challenge, passkey }: { challenge: string; passkey: PasskeyRow },
  { rpId, origin }: RelyingParty,
) {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.counter,
      transports: readTransports(passkey.transports),
    },
  })
  if (!verified) throw new Error('the signature is not valid')
  return authenticationInfo
}
