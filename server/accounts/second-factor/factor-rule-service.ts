// Which roles need a second factor. A new rule applies from the next sign-in; sessions stay valid.

import type { Kysely } from 'kysely'
import { findStaff } from '#server/accounts/people/staff-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { isLoopback } from '#server/platform/config/loopback-host.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { FactorRule } from '#src/domain/team/factor-rule.ts'
import { may, STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { listFactorRules, setFactorRule } from './factor-rule-repository.ts'
import { hasAnyFactor } from './second-factor-repository.ts'

/**
 * One rule for each role: the owners' choice, otherwise the default. By default, roles that manage
 * the team or reveal PAN numbers need a second factor, unless the public URL is a loopback address.
 */
export async function listRules(
  db: Kysely<Tables>,
  { publicUrl }: Pick<AppDeps, 'publicUrl'>,
): Promise<FactorRule[]> {
  const stored = new Map(
    (await listFactorRules(db)).map(({ role, is_required }) => [role, is_required === 1]),
  )
  const isPublic = !isLoopback(new URL(publicUrl).hostname)
  const isSensitive = (role: StaffRole) => may(role, 'manage-staff') || may(role, 'reveal-pan')
  return STAFF_ROLES.map((role) => ({
    role,
    isRequired: stored.get(role) ?? (isPublic && isSensitive(role)),
  }))
}

/** Whether the account needs a second factor; never for end users. */
export async function isFactorRequired(
  db: Kysely<Tables>,
  deps: Pick<AppDeps, 'publicUrl'>,
  userId: string,
): Promise<boolean> {
  const staff = await findStaff(db, userId)
  if (!staff) return false
  return (await listRules(db, deps)).some((rule) => rule.role === staff.role && rule.isRequired)
}

/**
 * Call it after removing a factor, in the same transaction, which the error rolls back. @throws
 * ServerError 409 if the role needs a second factor and none is left
 */
export async function requireFactorLeft(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'publicUrl'>,
  userId: string,
): Promise<void> {
  if (await hasAnyFactor(trx, userId)) return
  if (!(await isFactorRequired(trx, deps, userId))) return
  const sentence = 'Your role needs a second factor. Add another one before you remove this.'
  throw new ServerError(409, 'factor-required', sentence)
}

/** Changes the rule of a role, with an audit entry under the owner's account. */
export async function changeRule(
  { write, publicUrl }: Pick<AppDeps, 'write' | 'publicUrl'>,
  { role, isRequired }: FactorRule,
  { actorId, deviceLabel, now }: { actorId: string; deviceLabel: string; now: Date },
): Promise<void> {
  await write(async (trx) => {
    const before = (await listRules(trx, { publicUrl })).find((rule) => rule.role === role)
    if (before?.isRequired === isRequired) return
    await setFactorRule(trx, role, isRequired)
    await appendAuditEntry(trx, {
      at: now.toISOString(),
      actor_id: actorId,
      device_label: deviceLabel,
      action: 'second-factor',
      entity: 'account',
      entity_id: actorId,
      from_value: null,
      to_value: `${isRequired ? 'required' : 'optional'} for the role ${role}`,
      idempotency_key: null,
    })
  })
}
