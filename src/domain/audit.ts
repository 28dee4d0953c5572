import * as v from 'valibot'
import type { HistoryEntry } from './history.ts'
import { STATUS_LABELS } from './listing/listing.ts'
import { WireText } from './text.ts'

// Audit log of operator actions and account events: who did what to which record, when, and from which device.

export const AUDIT_ACTIONS = [
  'status',
  'delete',
  'pan-reveal',
  'sign-in',
  'lock-out',
  'password',
  'staff-add',
  'role',
  'suspend',
  'unsuspend',
  'invite',
  'invite-revoke',
  'join',
  'password-reset',
  'session-end',
  'email',
  'second-factor',
  'deletion-request',
  'deletion-cancel',
  'erase',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ENTITIES = ['listing', 'loan', 'account'] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

/** One row of the audit log. It identifies people and records only by their ids. */
export const AuditEntrySchema = v.looseObject({
  id: v.number(),
  at: v.string(),
  actorId: v.string(),
  /** The actor's name now; null for an account without one, and where the server does not say. */
  by: WireText,
  device: v.string(),
  action: v.string(),
  entity: v.string(),
  entityId: v.string(),
  /** The title of a listing or the name of somebody on the team, now; null where the server does not say. */
  entityName: WireText,
  /** The entry is about somebody on the team. */
  isTeam: v.fallback(v.optional(v.boolean(), false), false),
  from: WireText,
  to: WireText,
  idempotencyKey: WireText,
  /** Hash of this row and the previous hash. */
  hash: v.string(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>

/** Maps an audit entry to a history entry. */
export function toHistoryEntry(
  entry: Pick<AuditEntry, 'at' | 'actorId' | 'by' | 'device' | 'action' | 'from' | 'to'>,
): HistoryEntry {
  const { at, actorId, by, device, from, to } = entry
  return { at, action: labelAuditEntry(entry), from, to, actorId, by, device, detail: null }
}

/** A kind of entry, to choose from. */
export function nameAction(action: AuditAction): string {
  return ACTION_NAMES.get(action) ?? 'Decision'
}

/** The action in words, without its details: 'Approved', 'Role changed'. */
export function labelAuditEntry({ action, to }: Pick<AuditEntry, 'action' | 'to'>): string {
  if (action !== 'status') return ACTION_NAMES.get(action) ?? action
  if (to === 'approved' || to === 'rejected') return STATUS_LABELS[to]
  return 'Set to pending'
}

const ACTION_NAMES: ReadonlyMap<string, string> = new Map<Exclude<AuditAction, 'status'>, string>([
  ['delete', 'Deleted'],
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
  ['deletion-request', 'Deletion requested'],
  ['deletion-cancel', 'Deletion cancelled'],
  ['erase', 'Account erased'],
])
