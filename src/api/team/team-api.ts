import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type FactorRule, FactorRuleSchema } from '#src/domain/team/factor-rule.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import {
  type Invitation,
  type NewInvitation,
  PendingInvitationSchema,
  type SentInvitation,
  SentInvitationSchema,
  type TeamMember,
  TeamMemberSchema,
} from '#src/domain/team/team.ts'

// The team, which the team's owners manage online only. Each call throws ApiError.

const TeamAnswer = envelopeOf(listOf(TeamMemberSchema))
const INVITATIONS = '/admin/staff/invitations'
const InvitationsAnswer = envelopeOf(listOf(PendingInvitationSchema))
const SentAnswer = envelopeOf(SentInvitationSchema)
const FactorRulesAnswer = envelopeOf(listOf(FactorRuleSchema))
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

/** GET /admin/staff/invitations: the invitations that were neither accepted nor revoked. */
export function listInvitations(signal?: AbortSignal): Promise<Invitation[]> {
  return call(INVITATIONS, InvitationsAnswer, { signal })
}

/** POST /admin/staff/invitations; 409 if the e-mail address has a team account. */
export function invite(invitation: NewInvitation): Promise<SentInvitation> {
  return call(INVITATIONS, SentAnswer, { method: 'POST', body: invitation })
}

/** POST /admin/staff/invitations/{id}/resend: sends a new link and invalidates the old one. */
export function resendInvitation(id: string): Promise<SentInvitation> {
  const path = `${INVITATIONS}/${encodeURIComponent(id)}/resend`
  return call(path, SentAnswer, { method: 'POST' })
}

/** DELETE /admin/staff/invitations/{id} */
export async function revokeInvitation(id: string): Promise<void> {
  await call(`${INVITATIONS}/${encodeURIComponent(id)}`, Done, { method: 'DELETE' })
}

/** DELETE /admin/staff/{id}/second-factor */
export async function resetSecondFactor(id: string): Promise<void> {
  await call(`${pathOf(id)}/second-factor`, Done, { method: 'DELETE' })
}

/** GET /admin/factor-rules */
export function listFactorRules(signal?: AbortSignal): Promise<FactorRule[]> {
  return call('/admin/factor-rules', FactorRulesAnswer, { signal })
}

/** PATCH /admin/factor-rules */
export async function changeFactorRule(rule: FactorRule): Promise<void> {
  await call('/admin/factor-rules', Done, { method: 'PATCH', body: rule })
}

function pathOf(id: string): string {
  return `/admin/staff/${encodeURIComponent(id)}`
}
