// Requests to delete an account. Until the erasure (erasure-service.ts), the account works as
// before: its sessions stay valid, staff retain their access, and the person can cancel the request
// on any device.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { appendAuditEntry } from '#server/audit/audit-service.ts'
import { findAccountById, setAccount } from '#server/auth/account-repository.ts'
import { requireVerifiedAccount } from '#server/auth/own-account/verified-account-guard.ts'
import { hasOtherOwner } from '#server/auth/staff/staff-repository.ts'
import { lastOwner } from '#server/auth/staff/staff-service.ts'
import type { AccountDeletionRow, UserRow } from '#server/database/account-rows.ts'
import type { AuditRow, Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { countPersonTry } from '#server/limits/limit-service.ts'
import { composeDeletionMail } from '#server/mail/deletion-mail.ts'
import { OWN_ACCOUNT, sectionPath } from '#src/config/paths.ts'
import type {
  AccountDeletion,
  DeletionRequest,
  KeepAccount,
} from '#src/domain/account/account-deletion.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import {
  findDeletion,
  putDeletion,
  removeDeletion,
  setEveryDueTime,
} from './deletion-repository.ts'

const DAY_MS = 86_400_000

type DeletionDeps = Pick<
  AppDeps,
  'db' | 'write' | 'log' | 'mailer' | 'background' | 'publicUrl' | 'appSecret'
> & {
  settings: Pick<AppDeps['settings'], 'adminEmail'>
}

/** The person who acts (the account holder, or support on their behalf), and the device used. */
export interface DeletionActor {
  actorId: string
  deviceLabel: string
  /** The network of the request (server/http/client-address.ts). */
  network: string
  now: Date
}

export async function getDeletion(
  db: Kysely<Tables>,
  userId: string,
): Promise<AccountDeletion | null> {
  const row = await findDeletion(db, userId)
  return row ? toDeletion(row) : null
}

/**
 * Requests the deletion of an account and confirms the request by e-mail. `withdrawsConsent`
 * deletes the stored consent at once. A second request keeps the due date of the first and sends no
 * e-mail. @throws ServerError 403 for an unverified registration, or for staff who withdraw a
 * consent; 409 for the last owner and for the account of ADMIN_EMAIL
 */
export async function requestAccountDeletion(
  deps: DeletionDeps,
  userId: string,
  { withdrawsConsent }: DeletionRequest,
  by: DeletionActor,
): Promise<AccountDeletion> {
  const { write, log } = deps
  const { account, deletion, isNew } = await write(async (trx) => {
    const account = await requireVerifiedAccount(trx, userId)
    await requireDeletable(trx, deps, account)
    if (withdrawsConsent) await withdrawConsent(trx, account)
    const before = await findDeletion(trx, userId)
    const deletion = {
      ...(before ?? makeDeletion(userId, by.now)),
      ...(withdrawsConsent && { is_consent_withdrawn: 1 }),
    }
    await putDeletion(trx, deletion)
    const detail = withdrawsConsent ? 'consent withdrawn' : null
    if (!before || withdrawsConsent)
      await appendDeletionEntry(trx, 'deletion-request', { id: userId, detail }, by)
    return { account, deletion, isNew: !before }
  })
  if (isNew) {
    log.info({ userId }, 'the deletion of an account was requested')
    announce(deps, account, deletion)
  }
  return toDeletion(deletion)
}

/**
 * Cancels a requested deletion; does nothing without one. If the consent was withdrawn, records a
 * new consent. @throws ServerError 400 with a message for `isAdult` when a new consent is needed
 * and missing
 */
export async function keepOwnAccount(
  { write }: Pick<AppDeps, 'write'>,
  { isAdult }: KeepAccount,
  by: DeletionActor,
): Promise<void> {
  const { actorId: id, now } = by
  await write(async (trx) => {
    const deletion = await findDeletion(trx, id)
    if (!deletion) return
    if (deletion.is_consent_withdrawn === 1) {
      if (!isAdult) throw consentNeeded()
      await setAccount(trx, id, {
        adult_stated_at: now.toISOString(),
        consent_policy: POLICY_DATE,
      })
    }
    await removeDeletion(trx, id)
    await appendDeletionEntry(trx, 'deletion-cancel', { id, detail: null }, by)
  })
}

/** Requests the deletion of a member, at the member's request. @throws ServerError 404, 409, 429 */
export async function requestMemberDeletion(
  deps: DeletionDeps,
  memberId: string,
  by: DeletionActor,
): Promise<AccountDeletion> {
  await requireMember(deps.db, memberId)
  const { network, now } = by
  await countPersonTry(deps, 'member-mail', { userId: memberId, network, now })
  return requestAccountDeletion(deps, memberId, { withdrawsConsent: false }, by)
}

/** @throws ServerError 404 */
export async function getMemberDeletion(
  db: Kysely<Tables>,
  memberId: string,
): Promise<AccountDeletion | null> {
  await requireMember(db, memberId)
  return getDeletion(db, memberId)
}

/**
 * Cancels a member's deletion; does nothing without one. @throws ServerError 404, or 409 when only
 * the member can cancel it, by consenting again
 */
export async function keepMember(
  { write }: Pick<AppDeps, 'write'>,
  memberId: string,
  by: DeletionActor,
): Promise<void> {
  await write(async (trx) => {
    await requireMember(trx, memberId)
    const deletion = await findDeletion(trx, memberId)
    if (!deletion) return
    if (deletion.is_consent_withdrawn === 1)
      throw new ServerError(
        409,
        'consent-withdrawn',
        'This user withdrew their consent, so only they can keep the account: by signing in and agreeing to the policy again.',
      )
    await removeDeletion(trx, memberId)
    await appendDeletionEntry(trx, 'deletion-cancel', { id: memberId, detail: null }, by)
  })
}

/**
 * Refuses to delete the account of ADMIN_EMAIL and the last owner. Called again at the erasure.
 * @throws ServerError 409
 */
export async function requireDeletable(
  trx: Kysely<Tables>,
  { settings }: { settings: Pick<AppDeps['settings'], 'adminEmail'> },
  account: UserRow,
): Promise<void> {
  // If this account were deleted, the next start of the server would give its address to another account.
  if (account.email === settings.adminEmail)
    throw new ServerError(
      409,
      'set-elsewhere',
      'The setting ADMIN_EMAIL of the server names this account. Remove it there first.',
    )
  // Owners whose deletion is requested do not count; otherwise the last two could both be deleted.
  if (!(await hasOtherOwner(trx, account.id))) throw lastOwner()
}

async function withdrawConsent(trx: Kysely<Tables>, { id, role }: UserRow): Promise<void> {
  if (role !== 'user')
    throw new ServerError(
      403,
      'not-allowed',
      'Accounts of the team do not rest on a consent. Delete the account instead.',
    )
  await setAccount(trx, id, { adult_stated_at: null, consent_policy: null })
}

function makeDeletion(userId: string, now: Date): AccountDeletionRow {
  return {
    user_id: userId,
    requested_at: now.toISOString(),
    due_at: dueAfter(now),
    is_consent_withdrawn: 0,
  }
}

/** Restarts the waiting period of every requested deletion. */
export async function postponeEveryDeletion(trx: Kysely<Tables>, now: Date): Promise<void> {
  await setEveryDueTime(trx, dueAfter(now))
}

function dueAfter(now: Date): string {
  return new Date(now.getTime() + DELETION_DAYS * DAY_MS).toISOString()
}

function announce(
  { mailer, background, publicUrl }: DeletionDeps,
  { email, role }: UserRow,
  { due_at: dueAt }: AccountDeletionRow,
): void {
  if (!mailer.isConfigured) return
  const accountUrl = `${publicUrl}${role === 'admin' ? sectionPath('account') : OWN_ACCOUNT}`
  background.start(() => mailer.send(email, composeDeletionMail({ dueAt, accountUrl })))
}

async function requireMember(db: Kysely<Tables>, id: string): Promise<void> {
  if ((await findAccountById(db, id))?.role === 'user') return
  throw new ServerError(404, 'not-found', 'This user does not exist.')
}

async function appendDeletionEntry(
  trx: Kysely<Tables>,
  action: AuditRow['action'],
  { id, detail }: { id: string; detail: string | null },
  { actorId, deviceLabel, now }: DeletionActor,
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: actorId,
    device_label: deviceLabel,
    action,
    entity: 'account',
    entity_id: id,
    from_value: null,
    to_value: detail,
    idempotency_key: null,
  })
}

function consentNeeded(): ServerError {
  const sentence = 'Agree to the policy again to keep your account.'
  return new ServerError(400, 'invalid-input', sentence, { fields: { isAdult: sentence } })
}

function toDeletion(row: AccountDeletionRow): AccountDeletion {
  return {
    requestedAt: row.requested_at,
    dueAt: row.due_at,
    isConsentWithdrawn: row.is_consent_withdrawn === 1,
  }
}
