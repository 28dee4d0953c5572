// What a restore does with the ways in that may have been revoked after the backup. The backup cannot say which
// were, so what has an owner's button to come back ends, and the rest is listed.

import type { Kysely } from 'kysely'
import { revokeRestoredKeys } from '#server/api-keys/api-key-service.ts'
import { listTeamPasskeys } from '#server/auth/passkeys/passkey-service.ts'
import { listTeam } from '#server/auth/staff/staff-service.ts'
import type { Tables } from '#server/database/schema.ts'
import { listWebhooks, pauseRestored } from '#server/webhooks/webhook-service.ts'

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

/** Ends API keys and pauses webhooks of a restored database, with audit entries. Lists the other ways in. */
export async function endRestoredAccess(db: Kysely<Tables>, now: Date): Promise<RestoredAccess> {
  const by = { deviceLabel: DEVICE, now }
  const { keys, webhooks } = await db.transaction().execute(async (trx) => {
    const active = (await listWebhooks(trx)).filter(({ state }) => state === 'active')
    for (const webhook of active) await pauseRestored(trx, webhook, by)
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
