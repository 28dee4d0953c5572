// Who may do what: one line for each action, with the roles that may do it. The server asks this table at each call of
// the panel, and the panel asks it what to show. Nothing else decides about roles.

export const STAFF_ROLES = ['owner', 'reviewer', 'loans', 'support', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

interface Rule {
  /** Completes "Your role may not ...". */
  says: string
  roles: readonly StaffRole[]
}

export const PERMISSIONS = {
  'see-figures': { says: 'see the figures', roles: ['owner', 'reviewer', 'loans', 'viewer'] },
  'see-revenue': { says: 'see the revenue', roles: ['owner', 'loans', 'viewer'] },
  /** The chart, the last payments and the list of all payments. */
  'see-payments': { says: 'see payments', roles: ['owner', 'viewer'] },
  'see-listings': { says: 'see listings', roles: ['owner', 'reviewer', 'support', 'viewer'] },
  /** Phone and e-mail of a listing's owner. */
  'see-owner-contact': { says: "see an owner's contact", roles: ['owner', 'reviewer', 'support'] },
  'decide-listings': { says: 'decide about listings', roles: ['owner', 'reviewer'] },
  /** The list of reasons from which reviewers choose. */
  'edit-reasons': { says: 'edit the reasons for rejections', roles: ['owner'] },
  'delete-listings': { says: 'delete listings', roles: ['owner', 'reviewer'] },
  'see-members': { says: 'see members', roles: ['owner', 'support', 'viewer'] },
  /** Phone, e-mail, spending and history; without it, a member has only a name and what they posted. */
  'see-member-details': { says: "see a member's details", roles: ['owner', 'support'] },
  /** At the member's request: start the deletion of the account, and cancel it. */
  'delete-members': { says: 'delete members', roles: ['owner', 'support'] },
  /** Mails a member how to download their data. Staff never receive it. */
  'offer-export': { says: 'offer members their data', roles: ['owner', 'support'] },
  'see-loans': { says: 'see loan applications', roles: ['owner', 'loans', 'viewer'] },
  /** Phone, occupation, income, masked PAN and history; without it, an application has only a name. */
  'see-loan-details': { says: "see a loan application's details", roles: ['owner', 'loans'] },
  'reveal-pan': { says: 'reveal PAN numbers', roles: ['owner', 'loans'] },
  /** The whole audit log. Entries about one kind of record need the permission for that record. */
  'see-activity': { says: 'see the activity of others', roles: ['owner'] },
  'manage-staff': { says: 'manage the team', roles: ['owner'] },
  /** Keys for the sites of businesses, and the import of their listings. */
  'connect-sites': { says: 'connect other sites', roles: ['owner'] },
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof PERMISSIONS
// Object.keys has the type string[], although the keys are known.
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[]

export function may(role: StaffRole, permission: Permission): boolean {
  const { roles }: Rule = PERMISSIONS[permission]
  return roles.includes(role)
}

export function listPermissions(role: StaffRole): Permission[] {
  return ALL_PERMISSIONS.filter((permission) => may(role, permission))
}

/** The sentence of a refusal, for the server's answer and for a section that is not shown. */
export function refusalOf(permission: Permission): string {
  return `Your role may not ${PERMISSIONS[permission].says}. Ask the owner.`
}

/** All fields of a list's rows, or only those that a role without the list's details may see. */
export type FieldSet = 'all' | 'names'

const DETAILS = {
  listings: 'see-owner-contact',
  members: 'see-member-details',
  loans: 'see-loan-details',
} as const satisfies Record<string, Permission>

export function fieldSetOf(role: StaffRole, list: keyof typeof DETAILS): FieldSet {
  return may(role, DETAILS[list]) ? 'all' : 'names'
}
