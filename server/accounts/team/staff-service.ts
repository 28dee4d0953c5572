import type { Write } from '#server/platform/database/write.ts'
// Changes of the team, each in one transaction with its audit entry. At least one owner can always
// sign in: the check and the change share a transaction, and writing transactions run one after the
// other on SQLite and on PostgreSQL.

import type { Kysely } from 'kysely'
import { makePassword } from '#server/accounts/passwords/made-password.ts'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { findAccount, insertAccount } from '#server/accounts/people/account-repository.ts'
import {
  endLinksTo,
  findInvitationTo,
  revokeInvitationsBy,
} from '#server/accounts/people/link-repository.ts'
import {
  countActiveOwners,
  findStaff,
  findStaffByEmail,
  insertStaff,
  listStaff,
  type StaffMember,
  setStaff,
} from '#server/accounts/people/staff-repository.ts'
import { announceFactorChange } from '#server/accounts/second-factor/factor-notice.ts'
import { endSecondFactor } from '#server/accounts/second-factor/factor-reset-service.ts'
import { requireFactorLeft } from '#server/accounts/second-factor/factor-rule-service.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { revokeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { PersonalParts } from '#server/platform/personal-tables/personal-table.ts'
import { may, type StaffRole } from '#src/domain/team/permission.ts'
import { requireStaffName } from './staff-name-service.ts'

/** The person who changes the team, and the device used. */
export interface StaffChange {
  /** Null for the command line: the audit entry then names the changed account as its actor. */
  actorId: string | null
  deviceLabel: string
  now: Date
}

/** What other parts of the server gave to a person follows their role and suspension. */
export type StaffDeps = Pick<AppDeps, 'write'> & {
  parts: Pick<PersonalParts, 'staffFollowers'>
}

/** Ordered by the date of joining. */
export function listTeam(db: Kysely<Tables>): Promise<StaffMember[]> {
  return listStaff(db)
}

/** @throws ServerError 404 */
export async function requireStaffByEmail(db: Kysely<Tables>, email: string): Promise<StaffMember> {
  const found = await findStaffByEmail(db, email.trim().toLowerCase())
  if (!found) throw notOnTeam()
  return found
}

/**
 * Adds an account with a generated password, stored only as a hash. If the address has an open
 * invitation, ends it and gives its id to the account. @throws ServerError 409 when the address is on the team
 */
export async function addStaff(
  write: Write,
  { email, fullName, role }: { email: string; fullName: string; role: StaffRole },
  by: StaffChange,
): Promise<{ id: string; newPassword: string }> {
  const newPassword = makePassword()
  const passwordHash = await hashPassword(newPassword)
  const id = await write(async (trx) => {
    const invitation = await findInvitationTo(trx, email)
    const id = invitation?.id ?? makeRecordId(by.now)
    const ended = { reason: 'revoked', now: by.now.toISOString() } as const
    await endLinksTo(trx, { kind: 'invitation', accountId: id }, ended)
    await insertStaffAccount(trx, { id, email, fullName, role, passwordHash, now: by.now })
    await appendStaffEntry(trx, by, { id, action: 'staff-add', from: null, to: role })
    return id
  })
  return { id, newPassword }
}

/**
 * Inserts an account with its role. @throws ServerError 409 when the address is on the team, 400 for a
 * name that looks like a colleague's
 */
export async function insertStaffAccount(
  trx: Kysely<Tables>,
  person: {
    id: string
    email: string
    fullName: string
    role: StaffRole
    passwordHash: string
    now: Date
  },
): Promise<UserRow> {
  const { id, email, role, passwordHash, now } = person
  if (await findAccount(trx, email, 'admin'))
    throw new ServerError(409, 'email-taken', `${email} is on the team already.`)
  const account: UserRow = {
    id,
    full_name: await requireStaffName(trx, person),
    email,
    phone_number: null,
    picture_url: null,
    role: 'admin',
    verified: 1,
    password_hash: passwordHash,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: now.toISOString(),
  }
  await insertAccount(trx, account)
  await insertStaff(trx, { user_id: id, role })
  return account
}

/**
 * The new role applies from the next call; sessions stay valid. @throws ServerError 404, or 409 for
 * the last owner
 */
export async function changeRole(
  { write, parts }: StaffDeps,
  id: string,
  role: StaffRole,
  by: StaffChange,
): Promise<void> {
  await write(async (trx) => {
    const before = await getStaff(trx, id)
    if (before.role === role) return
    await setStaff(trx, id, { role })
    await requireOwner(trx)
    // If the new role may not invite, the invitations that this person sent end.
    if (!may(role, 'manage-staff')) await revokeInvitationsBy(trx, id, by.now.toISOString())
    for (const follow of parts.staffFollowers) await follow(trx, id)
    await appendStaffEntry(trx, by, { id, action: 'role', from: before.role, to: role })
  })
}

/** Ends all sessions of the account. @throws ServerError 404, or 409 for the last owner and for the person's own account */
export async function suspendStaff(
  { write, parts }: StaffDeps,
  id: string,
  by: StaffChange,
): Promise<void> {
  await write(async (trx) => {
    const { suspendedAt } = await getStaff(trx, id)
    if (suspendedAt !== null) return
    const now = by.now.toISOString()
    await setStaff(trx, id, { suspended_at: now })
    await requireOwner(trx)
    if (id === by.actorId) throw ownSuspension()
    await revokeSessionsOf(trx, id, now)
    await removeDevicesOf(trx, id)
    await revokeInvitationsBy(trx, id, now)
    await endLinksTo(trx, { kind: 'reset', accountId: id }, { reason: 'revoked', now })
    for (const follow of parts.staffFollowers) await follow(trx, id)
    await appendStaffEntry(trx, by, { id, action: 'suspend', from: null, to: null })
  })
}

/** The account can sign in again. @throws ServerError 404 */
export async function unsuspendStaff(
  { write }: Pick<StaffDeps, 'write'>,
  id: string,
  by: StaffChange,
): Promise<void> {
  await write(async (trx) => {
    const { suspendedAt } = await getStaff(trx, id)
    if (suspendedAt === null) return
    await setStaff(trx, id, { suspended_at: null })
    await appendStaffEntry(trx, by, { id, action: 'unsuspend', from: null, to: null })
  })
}

/**
 * Resets the second factor of a person who lost their passkeys, or their app and recovery codes.
 * Ends all sessions, because the device may be lost too. @throws ServerError 404, or 409 for the person's own factors if
 * their role needs one
 */
export async function resetSecondFactor(
  deps: Pick<AppDeps, 'write' | 'mailer' | 'background' | 'publicUrl'>,
  id: string,
  by: StaffChange,
): Promise<void> {
  const { email, isReset } = await deps.write(async (trx) => {
    const { email } = await getStaff(trx, id)
    const isReset = await endSecondFactor(trx, id, by)
    // For a colleague's factor, another person answers; for their own, the rule of their role does.
    if (id === by.actorId) await requireFactorLeft(trx, deps, id)
    return { email, isReset }
  })
  if (isReset) announceFactorChange(deps, { email, role: 'admin' }, 'reset', by)
}

async function getStaff(trx: Kysely<Tables>, id: string) {
  const found = await findStaff(trx, id)
  if (!found) throw notOnTeam()
  return found
}

function notOnTeam(): ServerError {
  return new ServerError(404, 'not-found', 'This person is not on the team.')
}

/** Rolls the change back if no active owner would remain. */
async function requireOwner(trx: Kysely<Tables>): Promise<void> {
  if ((await countActiveOwners(trx)) === 0) throw lastOwner()
}

function ownSuspension(): ServerError {
  const sentence = 'Nobody can suspend their own account. Ask another owner.'
  return new ServerError(409, 'own-suspension', sentence)
}

export function lastOwner(): ServerError {
  const sentence = 'This is the last owner. Make somebody else an owner first.'
  return new ServerError(409, 'last-owner', sentence)
}

export async function appendStaffEntry(
  trx: Kysely<Tables>,
  { actorId, deviceLabel, now }: StaffChange,
  {
    id,
    action,
    from,
    to,
  }: { id: string; action: AuditRow['action']; from: string | null; to: string | null },
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: actorId ?? id,
    device_label: deviceLabel,
    action,
    entity: 'account',
    entity_id: id,
    from_value: from,
    to_value: to,
    idempotency_key: null,
  })
}
