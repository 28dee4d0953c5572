// Passkeys that a restored backup may have brought back after they were removed: all that were added before the restore.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  countMemberPasskeys,
  listPasskeysOfTeam,
  removeMemberPasskeys,
  removePasskeyRow,
} from '#server/accounts/people/passkey-repository.ts'
import {
  announceFactorChange,
  announceFactorChanges,
} from '#server/accounts/second-factor/factor-notice.ts'
import { requireFactorLeft } from '#server/accounts/second-factor/factor-rule-service.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { revokeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

const MEMBERS_OF_A_WRITE = 200 // each with an audit entry: other writes wait less than a second

/** The owner who removes passkeys, and the device used. */
export interface PasskeyRemoval extends Pick<Caller, 'deviceLabel' | 'now'> {
  actorId: string
}

/** The passkeys of the team, oldest first, and the number of those of members. */
export async function findRestoredPasskeys(db: Kysely<Tables>, restoredAt: string) {
  const ofTeam = await listPasskeysOfTeam(db)
  return {
    passkeys: ofTeam.filter(({ createdAt }) => createdAt <= restoredAt),
    memberPasskeys: await countMemberPasskeys(db, restoredAt),
  }
}

/**
 * Removes a restored passkey of somebody on the team. A colleague's sessions end, because the passkey may have opened them.
 * @throws ServerError 404, or 409 for the person's own last factor if their role needs one
 */
export async function removeRestoredPasskey(
  deps: Pick<AppDeps, 'write' | 'mailer' | 'background' | 'publicUrl'>,
  { id, restoredAt }: { id: string; restoredAt: string },
  by: PasskeyRemoval,
): Promise<void> {
  const email = await deps.write(async (trx) => {
    const { passkeys } = await findRestoredPasskeys(trx, restoredAt)
    const passkey = passkeys.find((one) => one.id === id)
    if (!passkey) throw new ServerError(404, 'not-found', 'This passkey does not exist any more.')
    const { userId, email } = passkey
    await removePasskeyRow(trx, { id, user_id: userId })
    // For a colleague's factor, another person answers; for their own, the rule of their role does.
    if (userId === by.actorId) await requireFactorLeft(trx, deps, userId)
    else await endSessionsOf(trx, userId, by)
    await appendRemoval(trx, userId, by)
    return email
  })
  announceFactorChange(deps, { email, role: 'admin' }, 'passkey-removed', by)
}

/**
 * Removes all restored passkeys of members, who sign in with their passwords then, ends these members' sessions and mails
 * them. If it fails half-way, another call removes the rest.
 */
export async function removeRestoredPasskeysOfMembers(
  deps: Pick<AppDeps, 'write' | 'mailer' | 'background' | 'publicUrl'>,
  restoredAt: string,
  by: PasskeyRemoval,
): Promise<void> {
  let done = 0
  do {
    const members = await deps.write(async (trx) => {
      const members = await removeMemberPasskeys(trx, restoredAt, MEMBERS_OF_A_WRITE)
      for (const { id } of members) {
        await endSessionsOf(trx, id, by)
        await appendRemoval(trx, id, by)
      }
      return members
    })
    announceFactorChanges(deps, members, 'passkey-removed', by)
    done = members.length
  } while (done === MEMBERS_OF_A_WRITE)
}

async function endSessionsOf(trx: Kysely<Tables>, userId: string, { now }: PasskeyRemoval) {
  await revokeSessionsOf(trx, userId, now.toISOString())
  await removeDevicesOf(trx, userId)
}

async function appendRemoval(
  trx: Kysely<Tables>,
  userId: string,
  { actorId, deviceLabel, now }: PasskeyRemoval,
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: actorId,
    device_label: deviceLabel,
    action: 'second-factor',
    entity: 'account',
    entity_id: userId,
    from_value: null,
    to_value: 'passkey removed',
    idempotency_key: null,
  })
}
