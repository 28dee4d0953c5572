import * as v from 'valibot'
import { ResendAnswerSchema } from '#src/domain/account.ts'
import {
  type EmailChange,
  type OwnDevice,
  OwnDevicesSchema,
  type OwnPassword,
  type PasswordChange,
} from '#src/domain/own-account.ts'
import { call, envelopeOf } from './http-client.ts'

// The reader's own sign-in, online only. Each throws ApiError.

const Done = v.looseObject({ success: v.literal(true) })

/** GET /auth/sessions */
export function listDevices(signal?: AbortSignal): Promise<OwnDevice[]> {
  return call('/auth/sessions', envelopeOf(OwnDevicesSchema), { signal })
}

/** DELETE /auth/sessions/{id} */
export async function signOutDevice(id: string): Promise<void> {
  await call(`/auth/sessions/${encodeURIComponent(id)}`, Done, { method: 'DELETE' })
}

/** DELETE /auth/sessions */
export async function signOutOtherDevices(): Promise<void> {
  await call('/auth/sessions', Done, { method: 'DELETE' })
}

/** POST /auth/confirm; `fields.password` says that it is wrong. */
export async function confirmPassword(own: OwnPassword): Promise<void> {
  await call('/auth/confirm', Done, { method: 'POST', body: own })
}

/** POST /auth/password. Returns the token for the next sign-in on this device. */
export async function changePassword(change: PasswordChange): Promise<string> {
  const answer = v.looseObject({ success: v.literal(true), deviceToken: v.string() })
  return (await call('/auth/password', answer, { method: 'POST', body: change })).deviceToken
}

/** POST /auth/email: sends a code to the new address. */
export function requestEmailChange(change: EmailChange) {
  return call('/auth/email', ResendAnswerSchema, { method: 'POST', body: change })
}

/** POST /auth/email/verify. Returns the address that counts now. */
export async function verifyEmailChange(otp: string): Promise<string> {
  const answer = v.looseObject({ success: v.literal(true), email: v.string() })
  return (await call('/auth/email/verify', answer, { method: 'POST', body: { otp } })).email
}
