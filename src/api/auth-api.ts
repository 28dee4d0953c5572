import * as v from 'valibot'
import {
  type Credentials,
  type Registration,
  type ResendAnswer,
  ResendAnswerSchema,
  type SignInAnswer,
  SignInAnswerSchema,
  type Verification,
} from '#src/domain/account.ts'
import { call } from './http-client.ts'

// The calls of section 7 under /auth, and the two that a server of ours has beside them.

/** POST /auth/register. @throws ApiError; `fields` says what is wrong with which, 409 is an address that is taken. */
export function register(registration: Registration): Promise<SignInAnswer> {
  return authenticate('/auth/register', registration)
}

/** POST /auth/login. A bare backend gave no device token and gets none. @throws ApiError; wrong credentials are `signed-out` (401). */
export function signIn(
  credentials: Credentials,
  deviceToken: string | null,
): Promise<SignInAnswer> {
  return authenticate('/auth/login', { ...credentials, ...(deviceToken && { deviceToken }) })
}

/**
 * POST /auth/verify-otp, with the token of the registration that the code was sent for.
 * @throws ApiError; a wrong or old code is `refused` (400), and so is one without that token.
 */
export function verifyCode(verification: Verification): Promise<SignInAnswer> {
  return authenticate('/auth/verify-otp', verification)
}

/** POST /auth/resend-otp, with the token of the registration. A bare backend has no such call and answers 404. @throws ApiError */
export function resendCode(email: string): Promise<ResendAnswer> {
  return call('/auth/resend-otp', ResendAnswerSchema, {
    method: 'POST',
    body: { email },
    isSignIn: true,
  })
}

/** POST /auth/logout with a token that this device has forgotten already. @throws ApiError */
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
