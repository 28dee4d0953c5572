import * as v from 'valibot'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { type TeamMember, TeamMemberSchema } from '#src/domain/team/team.ts'
import { call, envelopeOf, listOf } from './http-client.ts'

// The team, which owners manage online only. Each throws ApiError.

const TeamAnswer = envelopeOf(listOf(TeamMemberSchema))
const Done = v.looseObject({ success: v.literal(true) })

/** GET /admin/staff */
export function listTeam(signal?: AbortSignal): Promise<TeamMember[]> {
  return call('/admin/staff', TeamAnswer, { signal })
}

/** PATCH /admin/staff/{id}/role; 409 for the last owner. */
export async function changeRole(id: string, role: StaffRole): Promise<void> {
  await call(`${pathOf(id)}/role`, Done, { method: 'PATCH', body: { role } })
}

/** PATCH /admin/staff/{id}/suspension; 409 for the last owner. */
export async function setSuspension(id: string, isSuspended: boolean): Promise<void> {
  await call(`${pathOf(id)}/suspension`, Done, { method: 'PATCH', body: { isSuspended } })
}

/** DELETE /admin/staff/{id}/second-factor */
export async function resetSecondFactor(id: string): Promise<void> {
  await call(`${pathOf(id)}/second-factor`, Done, { method: 'DELETE' })
}

function pathOf(id: string): string {
  return `/admin/staff/${encodeURIComponent(id)}`
}
