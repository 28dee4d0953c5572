import type { Permission } from '#src/domain/team/permission.ts'
import {
  CLAIMS_READ,
  HISTORIES_READ,
  INBOX_READ,
  LISTING_READS,
  LOANS_READ,
  NOTE_READERS_READ,
  NOTES_READS,
  PHOTOS_READ,
  SUBMISSIONS_READ,
} from './saved-read-key.ts'

const [DASHBOARD, LISTINGS] = LISTING_READS

/** The permissions for each saved read: first the permission to read it, then those for some of its fields. */
export const READ_PERMISSIONS: Readonly<Record<string, readonly Permission[]>> = {
  [DASHBOARD]: ['see-figures', 'see-revenue', 'see-payments', 'see-listings', 'see-owner-contact'],
  [LISTINGS]: ['see-listings', 'see-owner-contact'],
  // The hints of the checks name phone numbers.
  [SUBMISSIONS_READ]: ['see-listings', 'see-owner-contact'],
  [PHOTOS_READ]: ['see-listings'],
  [HISTORIES_READ]: ['see-listings'],
  [NOTES_READS.listing]: ['see-listings'],
  [NOTES_READS.member]: ['see-members'],
  // Beginnings of notes, and colleagues by what they see.
  [INBOX_READ]: ['see-listings', 'see-members'],
  [NOTE_READERS_READ]: ['see-listings', 'see-members'],
  // Reasons and notes may name an owner.
  [CLAIMS_READ]: ['decide-listings'],
  decisions: ['see-listings'],
  activity: ['see-activity'],
  members: ['see-members', 'see-member-details'],
  [LOANS_READ]: ['see-loans', 'see-loan-details'],
  payments: ['see-payments'],
  // Their queries may name people.
  'saved-views': ['see-listings', 'see-members', 'see-loans', 'see-payments'],
  grievances: ['answer-grievances'],
}

/** The reads whose saved copies may contain data that the person may no longer see. */
export function listRevokedReads(
  wasAllowed: (permission: Permission) => boolean,
  isAllowed: (permission: Permission) => boolean,
): string[] {
  const isRevoked = (permission: Permission) => wasAllowed(permission) && !isAllowed(permission)
  return Object.keys(READ_PERMISSIONS).filter((name) => READ_PERMISSIONS[name]?.some(isRevoked))
}
