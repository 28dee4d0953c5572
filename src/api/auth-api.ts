import * as v from 'valibot'
import { type Credentials, type SignInAnswer, SignInAnswerSchema } from '#src/domain/account.ts'
import { call } from './http-client.ts'

/** POST /auth/login. @throws ApiError; wrong credentials are `signed-out` (401). */
export function signIn(credentials: Credentials): Promise<SignInAnswer> {
  return call('/auth/login', SignInAnswerSchema, {
    method: 'POST',
    body: credentials,
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
