import type * as v from 'valibot'
import type { AccountWireSchema, SignInAnswerWire } from './account-wire.ts'

// Examples of the OpenAPI document that several calls have.

export const EMAIL_EXAMPLE = 'meera.iyer@example.in'

export const PERSON_EXAMPLE: v.InferInput<typeof AccountWireSchema> = {
  _id: '68b1f0a2c4d5e6f708192a3b',
  fullName: 'Meera Iyer',
  email: EMAIL_EXAMPLE,
  phoneNumber: '+91 98765 43210',
  role: 'user',
  verified: false,
}

/** A session in the answer of a sign-in. */
export const SIGNED_IN_EXAMPLE = {
  user: PERSON_EXAMPLE,
  token: 'pYx7cF0n2Qw9sVt3Lk5mHd8bRz1aGe4uJo6iTq0yXvE',
  expiresAt: '2026-02-21T08:20:00.000Z',
  idempotencyKeys: true,
} as const
/** The answer of a sign-in. */
export const SIGN_IN_EXAMPLE: SignInAnswerWire = {
  ...SIGNED_IN_EXAMPLE,
  codeSent: true,
  resendAfter: 30,
}
