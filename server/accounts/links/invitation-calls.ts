import * as v from 'valibot'
import type { OpenInvitation } from '#server/accounts/people/link-repository.ts'
import { StaffRoleWire } from '#server/accounts/people/staff-wire.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
  YesSchema,
} from '#server/platform/http/calls/wire-values.ts'
import { InvitationSchema } from '#src/domain/team/team.ts'

const InvitationWireSchema = recordWith('Invitation', {
  _id: v.pipe(WireId, v.description('The id that the account gets when the person joins.')),
  email: v.string(),
  role: v.nullable(StaffRoleWire),
  invitedBy: v.nullable(v.string()),
  expiresAt: WireTime,
})

const SentWireSchema = envelopeWith(
  recordWith('SentInvitation', {
    invitation: InvitationWireSchema,
    isMailed: v.pipe(v.boolean(), v.description('The mail server accepted the mail.')),
    link: v.nullable(
      v.pipe(v.string(), v.description('Only from a server without a mail server, and only once.')),
    ),
  }),
)
export type SentWire = v.InferInput<typeof SentWireSchema>

const EXAMPLE: v.InferInput<typeof InvitationWireSchema> = {
  _id: '65a000000000000000000001',
  email: 'ravi@marketplace.example',
  role: 'reviewer',
  invitedBy: 'Asha Rao',
  expiresAt: '2026-02-17T08:20:00.000Z',
}
const sent = answerOf('The invitation, and what became of its link.', SentWireSchema, {
  success: true,
  data: { invitation: EXAMPLE, isMailed: true, link: null },
})

export const invitationCalls = describeCalls({
  listInvitations: {
    group: 'Team',
    summary: 'Invitations that nobody accepted or revoked, newest first',
    notes: 'Expired ones are listed for 7 days, so that they can be sent again.',
    caller: 'operator',
    answer: answerOf('The invitations.', envelopeWith(v.array(InvitationWireSchema)), {
      success: true,
      data: [EXAMPLE],
    }),
  },
  invite: {
    isWrite: true,
    group: 'Team',
    summary: 'Invite an e-mail address to the team',
    notes: 'A second invitation of an address ends the first.',
    caller: 'operator',
    body: bodyOf(InvitationSchema, {}, { email: EXAMPLE.email, role: 'reviewer' }),
    answer: sent,
    refusals: ['confirm-identity', 'email-taken', 'too-many'],
  },
  resendInvitation: {
    isWrite: true,
    record: 'invitation',
    group: 'Team',
    summary: 'Send a new link, which ends the old one',
    caller: 'operator',
    answer: sent,
    refusals: ['confirm-identity', 'email-taken', 'too-many'],
  },
  revokeInvitation: {
    isWrite: true,
    record: 'invitation',
    group: 'Team',
    summary: 'End an invitation',
    caller: 'operator',
    answer: answerOf('Its link is refused from now on.', YesSchema, { success: true }),
    refusals: ['confirm-identity'],
  },
})

export function toWireInvitation(
  invitation: OpenInvitation,
): v.InferInput<typeof InvitationWireSchema> {
  const { id, ...rest } = invitation
  return { _id: id, ...rest }
}
