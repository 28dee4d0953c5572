import * as v from 'valibot'
import { EmailSchema } from '#src/domain/account/account.ts'
import { WireText } from '#src/domain/text.ts'
import { STAFF_ROLES, type StaffRole } from './permission.ts'

/** The names of the roles on screens. */
export const ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  loans: 'Loans',
  support: 'Support',
  viewer: 'Viewer',
}

/** The name of a role; a later server may have roles that this build does not know. */
export function nameRole(role: string): string {
  const known = STAFF_ROLES.find((one) => one === role)
  return known ? ROLE_LABELS[known] : role
}

/** The body of PATCH /admin/staff/{id}/role. */
export const RoleChangeSchema = v.object({
  role: v.picklist(STAFF_ROLES, `The role must be ${STAFF_ROLES.join(', ')}.`),
})

/** The body of PATCH /admin/staff/{id}/suspension. */
export const SuspensionSchema = v.object({
  isSuspended: v.boolean('Say whether the account is suspended.'),
})

/** The body of POST /admin/staff/invitations. */
export const InvitationSchema = v.object({
  email: EmailSchema,
  role: v.picklist(STAFF_ROLES, `The role must be ${STAFF_ROLES.join(', ')}.`),
})
export type NewInvitation = v.InferOutput<typeof InvitationSchema>

/** An invitation that nobody accepted yet. */
export interface Invitation {
  id: string
  email: string
  /** A later server may have roles that this build does not know. */
  role: string
  /** The name of the person who sent it. */
  invitedBy: string | null
  expiresAt: string
}

export const PendingInvitationSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    email: v.string(),
    role: v.string(),
    invitedBy: WireText,
    expiresAt: v.string(),
  }),
  v.transform(({ _id, email, role, invitedBy, expiresAt }): Invitation => {
    return { id: _id, email, role, invitedBy, expiresAt }
  }),
)

/** What became of an invitation that was just sent. */
export const SentInvitationSchema = v.object({
  invitation: PendingInvitationSchema,
  /** The mail server accepted the mail. */
  isMailed: v.boolean(),
  /** The link for the person to be given by hand; null when the server sends mails. */
  link: WireText,
})
export type SentInvitation = v.InferOutput<typeof SentInvitationSchema>

/** A person on the team as the owner sees them. */
export interface TeamMember {
  id: string
  fullName: string | null
  email: string | null
  /** A later server may have roles that this build does not know. */
  role: string
  suspendedAt: string | null
  /** To the minute; null before the first call. */
  lastActiveAt: string | null
  /** Since when there is an authenticator app, else a passkey; null without both. */
  secondFactorAt: string | null
}

export const TeamMemberSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    fullName: WireText,
    email: WireText,
    role: v.string(),
    suspendedAt: WireText,
    lastActiveAt: WireText,
    secondFactorAt: WireText,
  }),
  v.transform(({ _id: id, ...rest }): TeamMember => {
    const { fullName, email, role, suspendedAt, lastActiveAt, secondFactorAt } = rest
    return { id, fullName, email, role, suspendedAt, lastActiveAt, secondFactorAt }
  }),
)
