import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError } from '#src/api/api-error.ts'

// Asks the browser for a passkey. Each failure is an ApiError with a message to show, like a refusal by the server.

/** @throws ApiError */
export function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw toRefusal(error, 'No passkey was made. Try again, or use another device.')
  })
}

/** @throws ApiError */
export function getPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw toRefusal(error, 'No passkey was used. Use your password instead.')
  })
}

/** Messages by the error names of WebAuthn, sections 5.1.3 and 5.1.4. */
const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for this account already.',
  SecurityError: 'Passkeys do not work at this address of the server.',
  NotSupportedError: 'This device cannot make a passkey. Use another one.',
  ConstraintError: 'This device cannot check who you are, so it cannot make a passkey.',
}

const NO_PASSKEYS = 'This browser has no passkeys. Use your password instead.'

function toRefusal(error: unknown, otherwise: string): ApiError {
  if (!browserSupportsWebAuthn())
    return new ApiError({ kind: 'refused', serverMessage: NO_PASSKEYS, cause: error })
  const name = String(Object(error).name)
  // Browsers report the same error for a cancelled dialog, a timeout and a device without a passkey.
  const serverMessage = SENTENCES[name] ?? otherwise
  return new ApiError({ kind: 'refused', serverMessage, cause: error })
}
