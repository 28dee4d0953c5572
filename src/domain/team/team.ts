import * as v from 'valibot'
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
  /** When two-step sign-in was turned on; null while it is off. */
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
