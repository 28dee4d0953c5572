import * as v from 'valibot'
import { EmailSchema } from '#src/domain/account/account.ts'
import { WireText } from '#src/domain/text.ts'
import { STAFF_ROLES } from './permission.ts'

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

/** An invitation that nobody has accepted yet. */
export interface Invitation {
  id: string
  email: string
  /** A newer server may have roles that this build does not know. */
  role: string
  /** The name of the person who sent the invitation. */
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

/** The answer to a new or resent invitation. */
export const SentInvitationSchema = v.object({
  invitation: PendingInvitationSchema,
  /** Whether the mail server accepted the mail. */
  isMailed: v.boolean(),
  /** The link, to be passed on by hand; null if the server sends mails. */
  link: WireText,
})
export type SentInvitation = v.InferOutput<typeof SentInvitationSchema>

/** A team member in the owner's list. */
export interface TeamMember {
  id: string
  fullName: string | null
  email: string | null
  /** A newer server may have roles that this build does not know. */
  role: string
  suspendedAt: string | null
  /** The time of the last call, to the minute; null before the first call. */
  lastActiveAt: string | null
  /** When the authenticator app was set up, or the passkey of a person without an app; null if neither is set up. */
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
