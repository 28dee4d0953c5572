// Cancels requested deletions. Each cancellation is mailed to the person, in case somebody else did it, and
// records a consent only if the withdrawn one is given again in the same request.

import type { Kysely } from 'kysely'
import { findAccountById, setAccount } from '#server/accounts/people/account-repository.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { KeepAccount } from '#src/domain/account/account-deletion.ts'
import { composeKeptMail } from './deletion-mail.ts'
import { findDeletion, removeDeletion } from './deletion-repository.ts'
import {
  appendDeletionEntry,
  type DeletionActor,
  type DeletionDeps,
  mailTo,
  requireMember,
} from './deletion-service.ts'

/**
 * Cancels a requested deletion and confirms that by e-mail; does nothing without one. If the consent was
 * withdrawn, records the new consent in the request, and otherwise none. @throws ServerError 400 with a
 * message for `isAdult` when a new consent is needed and missing
 */
export async function keepOwnAccount(
  deps: DeletionDeps,
  { isAdult, agreesTo }: KeepAccount,
  by: DeletionActor,
): Promise<void> {
  const { actorId: id, now } = by
  await cancelDeletion(deps, id, by, async (trx) => {
    if (!isAdult || agreesTo === undefined) throw consentNeeded()
    await setAccount(trx, id, { adult_stated_at: now.toISOString(), consent_policy: agreesTo })
  })
}

/**
 * Cancels a member's deletion and mails the member; does nothing without one. @throws ServerError 404, or 409 when only
 * the member can cancel it, by consenting again
 */
export async function keepMember(
  deps: DeletionDeps,
  memberId: string,
  by: DeletionActor,
): Promise<void> {
  await requireMember(deps.db, memberId)
  await cancelDeletion(deps, memberId, by, () => {
    throw new ServerError(
      409,
      'consent-withdrawn',
      'This user withdrew their consent, so only they can keep the account: by signing in and agreeing to the policy again.',
    )
  })
}

/** `renewConsent` runs if the consent was withdrawn, and throws unless there is a new one. */
async function cancelDeletion(
  deps: DeletionDeps,
  id: string,
  by: DeletionActor,
  renewConsent: (trx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const kept = await deps.write(async (trx) => {
    const deletion = await findDeletion(trx, id)
    const account = await findAccountById(trx, id)
    if (!deletion || !account) return null
    const isConsentNew = deletion.is_consent_withdrawn === 1
    if (isConsentNew) await renewConsent(trx)
    await removeDeletion(trx, id)
    await bumpRevision(trx) // the list of members shows it
    const detail = isConsentNew ? 'consent given again' : null
    await appendDeletionEntry(trx, 'deletion-cancel', { id, detail }, by)
    return { account, isConsentNew }
  })
  if (!kept) return
  const { account, isConsentNew } = kept
  deps.log.info({ userId: id }, 'the deletion of an account was cancelled')
  mailTo(deps, account, (accountUrl) => composeKeptMail({ accountUrl, isConsentNew }))
}

function consentNeeded(): ServerError {
  const sentence = 'Agree to the policy again to keep your account.'
  return new ServerError(400, 'invalid-input', sentence, { fields: { isAdult: sentence } })
}
