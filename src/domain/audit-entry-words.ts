import { type AuditEntry, labelAuditEntry } from './audit.ts'
import { nameRole } from './team/team.ts'

/** The entry in words, without its record: 'Approved', 'Role changed: Viewer → Reviewer', 'Two-step sign-in: on'. */
export function describeAuditEntry(entry: Pick<AuditEntry, 'action' | 'from' | 'to'>): string {
  const roles = [entry.from, entry.to].flatMap((role) => (role ? [nameRole(role)] : []))
  const isAboutRole = entry.action === 'role' || entry.action === 'staff-add'
  const label = labelAuditEntry(entry)
  if (entry.action === 'second-factor' || entry.action === 'profile') return `${label}: ${entry.to}`
  return isAboutRole && roles.length > 0 ? `${label}: ${roles.join(' → ')}` : label
}
