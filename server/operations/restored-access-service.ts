// What a restore does with the ways in that may have been revoked after the backup. The backup cannot say which
// were, so what has an owner's button to come back ends, and the rest is listed until an owner has looked at it.

import type { Kysely } from 'kysely'
import { revokeRestoredKeys } from '#server/accounts/api-keys/api-key-service.ts'
import { postponeEveryDeletion } from '#server/accounts/erasure/deletion-service.ts'
import { revokeEveryLink } from '#server/accounts/links/link-service.ts'
import { listTeamPasskeys } from '#server/accounts/passkeys/passkey-service.ts'
import { closeEverySession } from '#server/accounts/sessions/session-service.ts'
import { listTeam } from '#server/accounts/team/staff-service.ts'
import { listWebhooks, pauseRestored } from '#server/notices/webhooks/webhook-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { noteRestore } from '#server/restores/restore-note-service.ts'

export interface RestoredAccess {
  /** Ended API keys. */
  keys: number
  /** Paused webhooks. */
  webhooks: number
  /** Everybody on the team who may sign in; a suspension after the backup is lost. */
  team: { email: string; role: string }[]
  /** The passkeys of the team; one that was removed after the backup is back. */
  passkeys: { email: string; name: string; createdAt: string }[]
}

const DEVICE = 'Restore' // in the audit log, in place of a person's device

/**
 * Ends the sessions, links and API keys of a restored database and pauses its webhooks, with audit entries. Lists the other
 * ways in, and notes the restore for the page Team. `file` is the backup; null if it is not known.
 */
export async function endRestoredAccess(
  db: Kysely<Tables>,
  file: string | null,
  now: Date,
): Promise<RestoredAccess> {
  const by = { deviceLabel: DEVICE, now }
  const { keys, webhooks } = await db.transaction().execute(async (trx) => {
    await closeEverySession(trx, now)
    // Otherwise a link that was used or revoked after the backup would be valid again.
    await revokeEveryLink(trx, now)
    // An owner may have cancelled a due deletion after the backup, so the waiting period restarts.
    await postponeEveryDeletion(trx, now)
    const active = (await listWebhooks(trx)).filter(({ state }) => state === 'active')
    for (const webhook of active) await pauseRestored(trx, webhook, by)
    await noteRestore(trx, file, now)
    return { keys: await revokeRestoredKeys(trx, by), webhooks: active.length }
  })
  const team = (await listTeam(db)).filter(({ suspendedAt }) => suspendedAt === null)
  return {
    keys,
    webhooks,
    team: team.map(({ email, role }) => ({ email, role })),
    passkeys: await listTeamPasskeys(db),
  }
}
