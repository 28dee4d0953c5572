import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { shortHash } from '#src/domain/short-hash.ts'
import {
  ALL_PERMISSIONS,
  listPermissions,
  STAFF_ROLES,
  type StaffRole,
} from '#src/domain/team/permission.ts'
import type { StaffMember } from './staff-repository.ts'

export const StaffRoleWire = v.picklist(STAFF_ROLES)

export const MeWireSchema = recordWith('Me', {
  name: v.nullable(v.string()),
  role: StaffRoleWire,
  roleVersion: v.pipe(v.string(), v.nonEmpty(), v.description('As in `X-Role-Version`.')),
  permissions: v.array(v.picklist(ALL_PERMISSIONS)),
})
export const MeAnswerSchema = envelopeWith(MeWireSchema)
export type MeAnswer = v.InferInput<typeof MeAnswerSchema>

export const TeamMemberWireSchema = recordWith('TeamMember', {
  _id: WireId,
  fullName: v.nullable(v.string()),
  email: v.string(),
  role: StaffRoleWire,
  suspendedAt: v.nullable(WireTime),
  lastActiveAt: v.nullable(v.pipe(WireTime, v.description('To the minute.'))),
  secondFactorAt: v.nullable(
    v.pipe(
      WireTime,
      v.description('Since when there is an authenticator app, else a passkey; null without both.'),
    ),
  ),
})

export function toWireTeamMember(person: StaffMember): v.InferInput<typeof TeamMemberWireSchema> {
  const { id, ...rest } = person
  return { _id: id, ...rest }
}

/** Differs for each role, and for server versions that give the role other permissions. */
export function roleVersionOf(role: StaffRole): string {
  return `${role}-${shortHash(listPermissions(role).join(' '))}`
}
