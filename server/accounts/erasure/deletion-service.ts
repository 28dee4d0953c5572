// Requests to delete an account. Until the erasure (erasure-service.ts), the account works as
// before: its sessions stay valid, staff retain their access, and the person can cancel the request on
// any device (deletion-cancel-service.ts).

import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import { findAccountById, setAccount } from '#server/accounts/people/account-repository.ts'
import { hasOtherOwner } from '#server/accounts/people/staff-repository.ts'
import { lastOwner } from '#server/accounts/team/staff-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { AccountDeletionRow, UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countPersonTry } from '#server/platform/limits/limit-service.ts'
import { OWN_ACCOUNT, sectionPath } from '#src/config/paths.ts'
import type { AccountDeletion, DeletionRequest } from '#src/domain/account/account-deletion.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { composeDeletionMail } from './deletion-mail.ts'
import { findDeletion, putDeletion, setEveryDueTime } from './deletion-repository.ts'

const DAY_MS = 86_400_000

export type DeletionDeps = Pick<
  AppDeps,
  'db' | 'write' | 'log' | 'mailer' | 'background' | 'publicUrl' | 'appSecret'
> & {
  settings: Pick<AppDeps['settings'], 'adminEmail'>
}

/** The person who acts (the account holder, or support on their behalf), and the device used. */
export interface DeletionActor {
  actorId: string
  deviceLabel: string
  /** The network of the request (server/platform/http/client-address.ts). */
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
    if (!before) await bumpRevision(trx) // the list of members shows it
    const detail = withdrawsConsent ? 'consent withdrawn' : null
    if (!before || withdrawsConsent)
      await appendDeletionEntry(trx, 'deletion-request', { id: userId, detail }, by)
    return { account, deletion, isNew: !before }
  })
  if (isNew) {
    log.info({ userId }, 'the deletion of an account was requested')
    const { due_at: dueAt } = deletion
    mailTo(deps, account, (accountUrl) => composeDeletionMail({ dueAt, accountUrl }))
  }
  return toDeletion(deletion)
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
 * Refuses to delete the account of ADMIN_EMAIL and the last owner. Called again at the erasure.
 * @throws ServerError 409
 */
export async function requireDeletable(
  trx: Kysely<Tables>,
  { settings }: { settings: Pick<AppDeps['settings'], 'adminEmail'> },
  account: UserRow,
): Promise<void> {
  // If this account were deleted, ADMIN_EMAIL and ADMIN_PASSWORD would name nobody.
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

/** Mails the person, if there is a mail server. `compose` receives the URL of their account page. */
export function mailTo(
  { mailer, background, publicUrl }: DeletionDeps,
  { email, role }: UserRow,
  compose: (accountUrl: string) => ReturnType<typeof composeDeletionMail>,
): void {
  if (!mailer.isConfigured) return
  const accountUrl = `${publicUrl}${role === 'admin' ? sectionPath('account') : OWN_ACCOUNT}`
  background.start(() => mailer.send(email, compose(accountUrl)))
}

/** The account of an end user. @throws ServerError 404, for an erased account too */
export async function requireMember(db: Kysely<Tables>, id: string): Promise<UserRow> {
  const account = await findAccountById(db, id)
  if (account?.role === 'user') return account
  throw new ServerError(404, 'not-found', 'This user does not exist.')
}

export async function appendDeletionEntry(
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

function toDeletion(row: AccountDeletionRow): AccountDeletion {
  return {
    requestedAt: row.requested_at,
    dueAt: row.due_at,
    isConsentWithdrawn: row.is_consent_withdrawn === 1,
  }
}
