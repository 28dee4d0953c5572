import { STAFF_ROLES, type StaffRole } from './permission.ts'

/** The names of the roles on screens. */
export const ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  loans: 'Loans',
  support: 'Support',
  viewer: 'Viewer',
}

/** The label of a role. Returns an unknown role of a newer server as it is. */
export function nameRole(role: string): string {
  const known = STAFF_ROLES.find((one) => one === role)
  return known ? ROLE_LABELS[known] : role
}
