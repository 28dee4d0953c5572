import * as v from 'valibot'
import { WireText } from './text.ts'

// Audit log of operator actions and account events: who did what to which record, when, and from which device.

export const AUDIT_ACTIONS = [
  'status',
  'reason',
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
  'profile',
  'export',
  'export-offer',
  'deletion-request',
  'deletion-cancel',
  'erase',
  'reason-list',
  'api-key',
  'import',
  'webhook',
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
