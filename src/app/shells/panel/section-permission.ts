import type { Section } from '#src/config/paths.ts'
import type { Permission } from '#src/domain/team/permission.ts'

/** What a section needs; the others are for everyone. */
export const SECTION_PERMISSIONS: Partial<Record<Section, Permission>> = {
  users: 'see-members',
  property: 'see-listings',
  loans: 'see-loans',
  payments: 'see-payments',
  decisions: 'see-listings',
  activity: 'see-activity',
  team: 'manage-staff',
}
