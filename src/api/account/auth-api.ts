import * as v from 'valibot'
import { call } from '#src/api/http-client.ts'
import {
  type Credentials,
  type Registration,
  type ResendAnswer,
  ResendAnswerSchema,
  type SignInAnswer,
  SignInAnswerSchema,
  type Verification,
} from '#src/domain/account/account.ts'
import type { SignInBody } from '#src/domain/account/sign-in-body.ts'

// The /auth calls of the specification (section 7), and our server's calls to resend a code and to sign out.

/**
 * POST /auth/register.
 * @throws ApiError; `fields` has a message for each invalid field, and 409 means that the e-mail address is taken.
 */
export function register(registration: Registration): Promise<SignInAnswer> {
  return authenticate('/auth/register', registration)
}

/**
 * POST /auth/login. A bare backend issues no device tokens, so none is sent to it. If the e-mail address has two
 * accounts, our server signs in to the account with `preferredRole`, by default the team account.
 * @throws ApiError; wrong credentials are `signed-out` (401).
 */
export function signIn(
  credentials: Credentials & Partial<Pick<SignInBody, 'preferredRole'>>,
  deviceToken: string | null,
): Promise<SignInAnswer> {
  return authenticate('/auth/login', { ...credentials, ...(deviceToken && { deviceToken }) })
}

/**
 * POST /auth/verify-otp, with the token of the registration that the code was sent for.
 * @throws ApiError; a wrong or expired code and a missing token are `refused` (400)
 */
export function verifyCode(verification: Verification): Promise<SignInAnswer> {
  return authenticate('/auth/verify-otp', verification)
}

/** POST /auth/resend-otp, with the token of the registration; 404 on a bare backend. @throws ApiError */
export function resendCode(email: string): Promise<ResendAnswer> {
  return call('/auth/resend-otp', ResendAnswerSchema, {
    method: 'POST',
    body: { email },
    isSignIn: true,
  })
}

/** POST /auth/logout with a token that this device has already removed. @throws ApiError */
export async function revokeToken(token: string): Promise<void> {
  await call('/auth/logout', v.looseObject({}), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    isSignIn: true,
  })
}

function authenticate(path: string, body: object): Promise<SignInAnswer> {
  return call(path, SignInAnswerSchema, { method: 'POST', body, isSignIn: true })
}
