// The permissions: one line for each action, with the roles that may do it. The server checks this table at each call,
// and the panel uses it to decide what to show. No other code decides by role.

export const STAFF_ROLES = ['owner', 'reviewer', 'loans', 'support', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

interface Rule {
  /** Completes the sentence "Your role may not ...". */
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
  /** The order of review, the working hours from which due times are computed, and what visits to properties ask. */
  'arrange-reviews': {
    says: 'change the working hours, the order of review and the checklist of visits',
    roles: ['owner'],
  },
  /** Makes a saved view visible to everybody who may see its list, and changes such views. */
  'share-views': { says: 'share views', roles: ['owner'] },
  'delete-listings': { says: 'delete listings', roles: ['owner', 'reviewer'] },
  'see-members': { says: 'see users', roles: ['owner', 'support', 'viewer'] },
  /** Phone, e-mail, spending and history of a member. */
  'see-member-details': { says: "see a user's details", roles: ['owner', 'support'] },
  /** Starts and cancels the deletion of an account at the member's request. */
  'delete-members': { says: 'delete users', roles: ['owner', 'support'] },
  /** Mails a member instructions to download their data. Staff never receive the data. */
  'offer-export': { says: 'offer users their data', roles: ['owner', 'support'] },
  /** Complaints to the grievance officer, with the contact of their senders. */
  'answer-grievances': { says: 'see and answer grievances', roles: ['owner', 'support'] },
  'see-loans': { says: 'see loan applications', roles: ['owner', 'loans', 'viewer'] },
  /** Phone, occupation, income, masked PAN and history of a loan application. */
  'see-loan-details': { says: "see a loan application's details", roles: ['owner', 'loans'] },
  'reveal-pan': { says: 'reveal PAN numbers', roles: ['owner', 'loans'] },
  /** The whole audit log. Entries about one kind of record need only the permission for that kind. */
  'see-activity': { says: 'see the activity of others', roles: ['owner'] },
  /** Sees who exports which lists, and stops or deletes it. Each person downloads only what they exported themselves. */
  'manage-exports': { says: 'manage the exports of others', roles: ['owner'] },
  'manage-staff': { says: 'manage the team', roles: ['owner'] },
  /** API keys for the websites of businesses, and the import of their listings. */
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

/** The message of a refusal, in the server's answer and in place of a section. */
export function refusalOf(permission: Permission): string {
  return `Your role may not ${PERMISSIONS[permission].says}. Ask the owner.`
}

/** 'all': all fields of a list's rows. 'names': only the fields for roles that may not see the details. */
export type FieldSet = 'all' | 'names'

const DETAILS = {
  listings: 'see-owner-contact',
  members: 'see-member-details',
  loans: 'see-loan-details',
} as const satisfies Record<string, Permission>

export function fieldSetOf(role: StaffRole, list: keyof typeof DETAILS): FieldSet {
  return may(role, DETAILS[list]) ? 'all' : 'names'
}
