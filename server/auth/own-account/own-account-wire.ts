import * as v from 'valibot'
import type { OwnSession } from '#server/auth/sessions/own-session-service.ts'
import { recordWith, WireId, WireTime } from '#server/http/calls/wire-values.ts'

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
