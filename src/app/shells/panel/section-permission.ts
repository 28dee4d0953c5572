import type { Section } from '#src/config/paths.ts'
import type { Permission } from '#src/domain/team/permission.ts'

/** The permission that each section needs. A section without an entry is open to every role. */
export const SECTION_PERMISSIONS: Partial<Record<Section, Permission>> = {
  users: 'see-members',
  property: 'see-listings',
  loans: 'see-loans',
  payments: 'see-payments',
  decisions: 'see-listings',
  activity: 'see-activity',
  team: 'manage-staff',
}
