import type { AuditAction, AuditEntry } from './audit.ts'
import type { HistoryEntry } from './history.ts'
import { STATUS_LABELS } from './listing/listing.ts'
import { nameRole } from './team/role-labels.ts'

// The texts of audit entries. Separate from the schema in audit.ts, which every page loads, so that only screens that
// show entries load them.

type DescribedEntry = Pick<AuditEntry, 'action' | 'from' | 'to' | 'isByTeam'>

/**
 * The entry in words, without its record: 'Approved', 'Role changed: Viewer → Reviewer', 'Reason: contact details in the
 * text'. `nameReason` returns the label of a reason's code, if it is known.
 */
export function describeAuditEntry(
  entry: DescribedEntry,
  nameReason: (code: string) => string | undefined = () => undefined,
): string {
  if (entry.action === 'reason' && entry.to !== null)
    return `Reason: ${beginSmall(nameReason(entry.to) ?? entry.to)}`
  const roles = [entry.from, entry.to].flatMap((role) => (role ? [nameRole(role)] : []))
  const isAboutRole = entry.action === 'role' || entry.action === 'staff-add'
  const label = labelAuditEntry(entry)
  if (WITH_VALUE.has(entry.action)) return `${label}: ${entry.to}`
  return isAboutRole && roles.length > 0 ? `${label}: ${roles.join(' → ')}` : label
}

/** In the middle of a sentence; an abbreviation such as 'PAN' stays as it is. */
function beginSmall(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Maps an audit entry to a history entry. */
export function toHistoryEntry(
  entry: DescribedEntry & Pick<AuditEntry, 'at' | 'actorId' | 'by' | 'device'>,
): HistoryEntry {
  const { at, actorId, by, device, from, to } = entry
  const common = { at, action: labelAuditEntry(entry), actorId, by, device }
  // `from` and `to` of a reason are codes, not statuses.
  if (entry.action === 'reason') return { ...common, from: null, to: null, detail: to }
  // Times, ids of people and of other listings, and ways to reach an owner.
  if (HAS_IDS.has(entry.action)) return { ...common, from: null, to: null, detail: null }
  return { ...common, from, to, detail: null }
}

const HAS_IDS: ReadonlySet<string> = new Set<AuditAction>([
  'hold',
  'hand-over',
  'take-over',
  'assign',
  'contact',
  'not-duplicate',
])

/** The label of an action in the filter of the log. */
export function nameAction(action: AuditAction): string {
  return ACTION_NAMES.get(action) ?? 'Decision'
}

/** The action in words, without its details: 'Approved', 'Role changed'. */
function labelAuditEntry({ action, from, to, isByTeam }: DescribedEntry): string {
  if (action === 'not-duplicate' && to === null) return 'Took back: not a duplicate'
  if (action !== 'status') return ACTION_NAMES.get(action) ?? action
  if (to === 'approved' || to === 'rejected') return STATUS_LABELS[to]
  if (!isByTeam) return 'Submitted again'
  return (from && UNDONE.get(from)) ?? 'Set back to pending'
}

/** What somebody did who set a decided listing back to pending. */
const UNDONE: ReadonlyMap<string, string> = new Map([
  ['approved', 'Undid the approval'],
  ['rejected', 'Undid the rejection'],
])

/** Actions whose `to` value describes what was done. */
const WITH_VALUE: ReadonlySet<string> = new Set<AuditAction>([
  'second-factor',
  'profile',
  'reason-list',
  'reason-rule',
  'review-order',
  'api-key',
  'import',
  'webhook',
  'restore',
  'job-retry',
  'grievance-answer',
  'list-export',
  'export-removal',
  'note',
])

const ACTION_NAMES: ReadonlyMap<string, string> = new Map<Exclude<AuditAction, 'status'>, string>([
  ['reason', 'Reason given'],
  ['delete', 'Deleted'],
  ['hold', 'Held for review'],
  ['hand-over', 'Handed over for review'],
  ['take-over', 'Review taken over'],
  ['assign', 'Assigned for review'],
  ['not-duplicate', 'Not a duplicate'],
  ['note', 'Note'],
  ['contact', 'Owner contacted'],
  ['visit', 'Visit recorded'],
  ['pan-reveal', 'PAN revealed'],
  ['sign-in', 'Signed in'],
  ['lock-out', 'Sign-in locked'],
  ['password', 'Password changed'],
  ['staff-add', 'Joined the team'],
  ['role', 'Role changed'],
  ['suspend', 'Suspended'],
  ['unsuspend', 'Suspension ended'],
  ['invite', 'Invited'],
  ['invite-revoke', 'Invitation revoked'],
  ['join', 'Accepted the invitation'],
  ['password-reset', 'Password reset by e-mail'],
  ['session-end', 'Device signed out'],
  ['email', 'E-mail address changed'],
  ['second-factor', 'Two-step sign-in'],
  ['profile', 'Profile changed'],
  ['export', 'Personal data exported'],
  ['export-offer', 'Export of personal data explained'],
  ['list-export', 'List exported'],
  ['export-removal', 'Export of another person deleted'],
  ['deletion-request', 'Deletion requested'],
  ['deletion-cancel', 'Deletion cancelled'],
  ['erase', 'Account erased'],
  ['reason-list', 'Reasons for rejections changed'],
  ['reason-rule', 'Reason for a rejection'],
  ['work-calendar', 'Working hours changed'],
  ['review-order', 'Order of review'],
  ['checklist', 'Checklist of visits changed'],
  ['api-key', 'API key'],
  ['import', 'Import of listings'],
  ['webhook', 'Webhook'],
  ['restore', 'Restored backup'],
  ['job-retry', 'Failed job tried again'],
  ['grievance-answer', 'Grievance answered'],
])
