import * as v from 'valibot'
import type { OwnSession } from '#server/accounts/sessions/own-session-service.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'

export const OwnSessionWireSchema = recordWith('Session', {
  _id: WireId,
  device: v.string(),
  network: v.nullable(v.pipe(v.string(), v.description('An IPv4 /24 or an IPv6 /48.'))),
  signedInAt: WireTime,
  lastSeenAt: v.pipe(WireTime, v.description('To the minute.')),
  isCurrent: v.pipe(v.boolean(), v.description('The session of this call.')),
})

export function toWireSession({
  id,
  ...rest
}: OwnSession): v.InferInput<typeof OwnSessionWireSchema> {
  return { _id: id, ...rest }
}

export const ProfileWireSchema = recordWith('Profile', {
  _id: WireId,
  fullName: v.nullable(v.string()),
  email: v.string(),
  phoneNumber: v.nullable(v.string()),
  createdAt: WireTime,
  consentAt: v.nullable(
    v.pipe(WireTime, v.description('Null for accounts that never registered, such as staff.')),
  ),
  consentPolicy: v.nullable(v.pipe(v.string(), v.description('The date of the policy.'))),
})
export const ProfileAnswerSchema = envelopeWith(ProfileWireSchema)
export type ProfileAnswer = v.InferInput<typeof ProfileAnswerSchema>

export function toProfileAnswer(account: UserRow): ProfileAnswer {
  return {
    success: true,
    data: {
      _id: account.id,
      fullName: account.full_name,
      email: account.email,
      phoneNumber: account.phone_number,
      createdAt: account.created_at,
      consentAt: account.adult_stated_at,
      consentPolicy: account.consent_policy,
    },
  }
}

export const ChangedPasswordSchema = v.strictObject({
  success: v.literal(true),
  deviceToken: v.pipe(v.string(), v.description('For the next sign-in on this device.')),
})
export type ChangedPassword = v.InferInput<typeof ChangedPasswordSchema>

export const ChangedEmailSchema = v.strictObject({
  success: v.literal(true),
  email: v.pipe(v.string(), v.description('The address that counts now.')),
})
export type ChangedEmail = v.InferInput<typeof ChangedEmailSchema>
