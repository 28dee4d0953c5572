import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call, send } from '#src/api/http-client.ts'
import { ResendAnswerSchema } from '#src/domain/account/account.ts'
import {
  type EmailChange,
  type OwnDevice,
  OwnDevicesSchema,
  type OwnPassword,
  type PasswordChange,
  type Profile,
  type ProfileChange,
  ProfileSchema,
} from '#src/domain/account/own-account.ts'

// The signed-in person's own account: devices, profile, password and e-mail address. Works only online. Each call throws
// ApiError.

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

/** POST /auth/confirm; `fields.password` in the error means that the password is wrong. */
export async function confirmPassword(own: OwnPassword): Promise<void> {
  await call('/auth/confirm', Done, { method: 'POST', body: own })
}

/** GET /auth/account */
export function getProfile(signal?: AbortSignal): Promise<Profile> {
  return call('/auth/account', envelopeOf(ProfileSchema), { signal })
}

/** PATCH /auth/account */
export function changeProfile(change: ProfileChange): Promise<Profile> {
  return call('/auth/account', envelopeOf(ProfileSchema), { method: 'PATCH', body: change })
}

/** POST /auth/export: everything that the server holds about the person, as a ZIP archive. */
export async function exportData(): Promise<Blob> {
  const { status, data, headers } = await send('/auth/export', { method: 'POST', isStreamed: true })
  const body = new Response(data as ReadableStream<Uint8Array>) // isStreamed requests a stream
  const archive = await body.blob().catch((cause: unknown) => {
    throw new ApiError({ kind: 'no-answer', status, cause })
  })
  // Any other type is a captive portal's page, not an answer of the API.
  if (headers['content-type'] === 'application/zip') return archive
  throw new ApiError({ kind: 'no-answer', status })
}

/** POST /auth/password. Returns the device token for the next sign-in on this device. */
export async function changePassword(change: PasswordChange): Promise<string> {
  const answer = v.looseObject({ success: v.literal(true), deviceToken: v.string() })
  return (await call('/auth/password', answer, { method: 'POST', body: change })).deviceToken
}

/** POST /auth/email: sends a code to the new address. */
export function requestEmailChange(change: EmailChange) {
  return call('/auth/email', ResendAnswerSchema, { method: 'POST', body: change })
}

/** POST /auth/email/verify. Returns the new address of the account. */
export async function verifyEmailChange(otp: string): Promise<string> {
  const answer = v.looseObject({ success: v.literal(true), email: v.string() })
  return (await call('/auth/email/verify', answer, { method: 'POST', body: { otp } })).email
}
