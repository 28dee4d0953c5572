// Invitations to the team. The account that is created from an invitation gets the invitation's id,
// so the audit log uses one id for both. Resending an invitation creates a new link.

import type { Kysely } from 'kysely'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { requireFitPassword } from '#server/accounts/passwords/password-rules.ts'
import { findAccount, findAccountById } from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  endLinksTo,
  findInvitation,
  findInvitationTo,
  type OpenInvitation,
} from '#server/accounts/people/link-repository.ts'
import { openStepIfDue, refuseForStep } from '#server/accounts/second-factor/challenge-service.ts'
import {
  openPersonSession,
  type SignedIn,
} from '#server/accounts/sessions/person-session-service.ts'
import { appendStaffEntry, insertStaffAccount } from '#server/accounts/team/staff-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { LinkRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { Join } from '#src/domain/account/account-link.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_LABELS } from '#src/domain/team/role-labels.ts'
import type { NewInvitation } from '#src/domain/team/team.ts'
import { composeInvitationMail } from './invitation-mail.ts'
import { consumeLink, getLink, makeLinkUrl, writeLink } from './link-service.ts'

/** The owner who invites, and the device used. */
export interface Inviter {
  userId: string
  deviceLabel: string
  now: Date
}

export interface InvitationWithLink {
  invitation: OpenInvitation
  /** Whether the mail server accepted the mail. */
  isMailed: boolean
  /** The link; null if this server sends mails. */
  link: string | null
}

type Deps = Pick<AppDeps, 'write' | 'mailer' | 'publicUrl'>

/**
 * Invites an address, and ends its earlier invitation. If the mail fails, the invitation remains valid.
 * @throws ServerError 409 when the address is on the team, 429
 */
export function invite(
  deps: Deps,
  { email, role }: NewInvitation,
  by: Inviter,
): Promise<InvitationWithLink> {
  return sendInvitation(deps, by, async (trx) => {
    await requireFree(trx, email)
    const earlier = await findInvitationTo(trx, email)
    return { id: earlier?.id ?? makeRecordId(by.now), email, role }
  })
}

/** Sends a new link, which ends the old one. @throws ServerError 404, 409, 429 */
export function resendInvitation(deps: Deps, id: string, by: Inviter): Promise<InvitationWithLink> {
  return sendInvitation(deps, by, async (trx) => {
    const { email, role } = await requireInvitation(trx, id)
    await requireFree(trx, email)
    return { id, email, role: requireRoleOf({ role }) }
  })
}

/** @throws ServerError 404 */
export async function revokeInvitation(
  { write }: Pick<AppDeps, 'write'>,
  id: string,
  by: Inviter,
): Promise<void> {
  await write(async (trx) => {
    const { role } = await requireInvitation(trx, id)
    const now = by.now.toISOString()
    await endLinksTo(trx, { kind: 'invitation', accountId: id }, { reason: 'revoked', now })
    const { userId: actorId, ...from } = by
    const entry = { id, action: 'invite-revoke', from: role, to: null } as const
    await appendStaffEntry(trx, { actorId, ...from }, entry)
  })
}

/**
 * Creates the account of an invitation and signs it in. @throws ServerError 404 or 410 for the link,
 * 400 for the password, 409 when the address is on the team by now, and 403 with a challenge after
 * the account was created if its role needs a second factor
 */
export async function joinTeam(
  deps: Pick<AppDeps, 'db' | 'write' | 'settings' | 'log' | 'appSecret' | 'publicUrl'>,
  { token, fullName, password }: Join,
  caller: Caller,
): Promise<SignedIn> {
  const { db, write, log } = deps
  const { now, deviceLabel } = caller
  const order = { kind: 'invitation', token, now } as const
  const { email } = await getLink(db, order)
  requireFitPassword(password, { role: 'admin', fullName, email, phoneNumber: null }, 'password')
  const passwordHash = await hashPassword(password)
  const { id, step, signedIn } = await write(async (trx) => {
    const link = await consumeLink(trx, order)
    const id = link.account_id
    const role = requireRoleOf(link)
    const joining = { id, email: link.email, fullName, role, passwordHash, now }
    const account = await insertStaffAccount(trx, joining)
    const entry = { id, action: 'join', from: null, to: role } as const
    await appendStaffEntry(trx, { actorId: id, deviceLabel, now }, entry)
    const step = await openStepIfDue(trx, deps, account, now)
    if (step) return { id, step }
    const person = { account, provisionalUntil: null }
    return { id, signedIn: await openPersonSession(trx, deps, person, caller) }
  })
  log.info({ userId: id }, 'a person joined the team')
  if (step) throw refuseForStep(step)
  return signedIn
}

async function sendInvitation(
  { write, mailer, publicUrl }: Deps,
  by: Inviter,
  choose: (trx: Kysely<Tables>) => Promise<{ id: string; email: string; role: StaffRole }>,
): Promise<InvitationWithLink> {
  const { userId, deviceLabel, now } = by
  const { token, invitation, invitedBy } = await write(async (trx) => {
    const { id, email, role } = await choose(trx)
    const about = { account_id: id, email, role, invited_by: userId, now }
    const token = await writeLink(trx, { kind: 'invitation', ...about })
    const entry = { id, action: 'invite', from: null, to: role } as const
    await appendStaffEntry(trx, { actorId: userId, deviceLabel, now }, entry)
    const inviter = await findAccountById(trx, userId)
    return {
      token,
      invitation: await requireInvitation(trx, id),
      invitedBy: inviter?.full_name ?? null,
    }
  })
  const url = makeLinkUrl(publicUrl, 'invitation', token)
  if (!mailer.isConfigured) return { invitation, isMailed: false, link: url }
  const role = ROLE_LABELS[requireRoleOf(invitation)]
  const mail = composeInvitationMail({ invitedBy, role, url })
  return { invitation, isMailed: await mailer.send(invitation.email, mail), link: null }
}

async function requireInvitation(trx: Kysely<Tables>, id: string): Promise<OpenInvitation> {
  const found = await findInvitation(trx, id)
  if (!found) throw new ServerError(404, 'not-found', 'This invitation was accepted or revoked.')
  return found
}

/** @throws ServerError 409 if the address is on the team. An end user's account may have the same address. */
async function requireFree(trx: Kysely<Tables>, email: string): Promise<void> {
  if (!(await findAccount(trx, email, 'admin'))) return
  const sentence = 'This address is on the team already.'
  throw new ServerError(409, 'email-taken', sentence, { fields: { email: sentence } })
}

/** The column is nullable because resets have no role. */
function requireRoleOf({ role }: Pick<LinkRow, 'role'>): StaffRole {
  if (role === null) throw new Error('an invitation has no role')
  return role
}
