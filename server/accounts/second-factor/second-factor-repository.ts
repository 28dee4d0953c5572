import type { Kysely } from 'kysely'
import { listPasskeys } from '#server/accounts/people/passkey-repository.ts'
import type {
  SignInChallengeRow,
  TotpSecretRow,
} from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Secrets, recovery codes and challenges. Each statement that uses up a time step, code or challenge
// also checks that it is unused, so that only one of two processes succeeds.

export function findTotpSecret(
  db: Kysely<Tables>,
  userId: string,
): Promise<TotpSecretRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whether the account has a confirmed authenticator app or a passkey. */
export async function hasAnyFactor(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await hasSecondFactor(db, userId)) || (await listPasskeys(db, userId)).length > 0
}

/** Whether the account has a confirmed authenticator app, so that a sign-in needs a code. */
export async function hasSecondFactor(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const secret = await findTotpSecret(db, userId)
  return secret !== undefined && secret.confirmed_at !== null
}

/** Replaces a secret that was never confirmed. Returns false if there is a confirmed one. */
export async function insertTotpSecret(
  trx: Kysely<Tables>,
  userId: string,
  sealed: string,
): Promise<boolean> {
  const unused = { sealed, confirmed_at: null, last_step: 0 }
  const inserted = await trx
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...unused })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(unused).where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function setTotpConfirmed(
  trx: Kysely<Tables>,
  userId: string,
  now: string,
): Promise<void> {
  await trx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .execute()
}

/** Returns false when this time step or a later one was accepted before. */
export async function takeTotpStep(
  trx: Kysely<Tables>,
  userId: string,
  step: number,
): Promise<boolean> {
  const taken = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertRecoveryCodes(
  trx: Kysely<Tables>,
  userId: string,
  macs: readonly string[],
): Promise<void> {
  await trx
    .insertInto('recovery_codes')
    .values(macs.map((mac) => ({ mac, user_id: userId })))
    .execute()
}

/** Returns false when there is no such code, or it was used. */
export async function takeRecoveryCode(
  trx: Kysely<Tables>,
  userId: string,
  mac: string,
): Promise<boolean> {
  const taken = await trx
    .deleteFrom('recovery_codes')
    .where('mac', '=', mac)
    .where('user_id', '=', userId)
    .returning('mac')
    .executeTakeFirst()
  return taken !== undefined
}

export async function countRecoveryCodes(db: Kysely<Tables>, userId: string): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(codes)
}

export async function removeRecoveryCodes(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/**
 * Removes the authenticator app, its recovery codes and open challenges. Returns false when no app
 * was confirmed.
 */
export async function removeApp(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  await removeRecoveryCodes(trx, userId)
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  return removed !== undefined && removed.confirmed_at !== null
}

export async function insertChallenge(
  trx: Kysely<Tables>,
  challenge: SignInChallengeRow,
): Promise<void> {
  await trx.insertInto('sign_in_challenges').values(challenge).execute()
}

export function findChallenge(
  trx: Kysely<Tables>,
  tokenHash: string,
): Promise<SignInChallengeRow | undefined> {
  return trx
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function setWrongTries(
  trx: Kysely<Tables>,
  tokenHash: string,
  wrongTries: number,
): Promise<void> {
  await trx
    .updateTable('sign_in_challenges')
    .set({ wrong_tries: wrongTries })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Removes a challenge. Returns false when another request removed it first. */
export async function takeChallenge(trx: Kysely<Tables>, tokenHash: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function removeChallengesBefore(trx: Kysely<Tables>, now: string): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute()
}
