import * as v from 'valibot'
import { WireText } from './text.ts'

// Audit log of operator actions and account events: who did what to which record, when, and from which device.

export const AUDIT_ACTIONS = [
  'status',
  'reason',
  'delete',
  'hold',
  'hand-over',
  'take-over',
  'assign',
  'not-duplicate',
  'note',
  'contact',
  'visit',
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
  'list-export',
  'export-removal',
  'deletion-request',
  'deletion-cancel',
  'erase',
  'reason-list',
  'reason-rule',
  'work-calendar',
  'review-order',
  'checklist',
  'api-key',
  'import',
  'webhook',
  'restore',
  'job-retry',
  'grievance-answer',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ENTITIES = ['listing', 'loan', 'account', 'grievance'] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

/** One row of the audit log. The log stores only the ids of people and records; the server adds their current names. */
export const AuditEntrySchema = v.looseObject({
  id: v.number(),
  at: v.string(),
  actorId: v.string(),
  /** The actor's current name; null for an account without a name, or if the server does not send it. */
  by: WireText,
  device: v.string(),
  action: v.string(),
  entity: v.string(),
  entityId: v.string(),
  /** The current title of a listing or name of a team member; null if the server does not send it. */
  entityName: WireText,
  /** Whether the entry is about a team member. */
  isTeam: v.fallback(v.optional(v.boolean(), false), false),
  /** Whether somebody on the team did it; false for the owner of a listing who submits it again. */
  isByTeam: v.fallback(v.optional(v.boolean(), true), true),
  from: WireText,
  to: WireText,
  idempotencyKey: WireText,
  /** Hash over this row and the previous row's hash. */
  hash: v.string(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>
