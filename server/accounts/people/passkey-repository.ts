import type { Kysely } from 'kysely'
import type {
  PasskeyChallengeRow,
  PasskeyRow,
  UserRow,
} from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Passkeys and the challenges of their ceremonies. One statement finds and deletes a challenge, so
// that only one of two simultaneous requests can use it.

/** Oldest first. */
export function listPasskeys(db: Kysely<Tables>, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The passkeys of everybody on the team, with their accounts. Oldest first. */
export function listPasskeysOfTeam(db: Kysely<Tables>) {
  return db
    .selectFrom('passkeys')
    .innerJoin('staff', 'staff.user_id', 'passkeys.user_id')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'passkeys.user_id as userId',
      'users.full_name as fullName',
      'users.email',
      'passkeys.name',
      'passkeys.created_at as createdAt',
      'passkeys.last_used_at as lastUsedAt',
    ])
    .orderBy('passkeys.created_at')
    .orderBy('passkeys.id')
    .execute()
}

export function findPasskey(
  db: Kysely<Tables>,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Returns false when the credential is registered already. */
export async function insertPasskey(trx: Kysely<Tables>, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Records a use. Returns false if the passkey was removed, or if the authenticator's signature
 * counter did not rise, as with a copied authenticator (WebAuthn, section 6.1.1). A counter that
 * stays 0 is accepted: that authenticator does not count.
 */
export async function notePasskeyUse(
  trx: Kysely<Tables>,
  {
    id,
    counter,
    is_backed_up,
    last_used_at,
  }: Pick<PasskeyRow, 'id' | 'counter' | 'is_backed_up' | 'last_used_at'>,
): Promise<boolean> {
  const noted = await trx
    .updateTable('passkeys')
    .set({ counter, is_backed_up, last_used_at })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('counter', '<', counter),
        eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Returns false if the account has no such passkey. */
export async function setPasskeyName(
  trx: Kysely<Tables>,
  { id, user_id, name }: Pick<PasskeyRow, 'id' | 'user_id' | 'name'>,
): Promise<boolean> {
  const named = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return named !== undefined
}

/** Returns false if the account has no such passkey. */
export async function removePasskeyRow(
  trx: Kysely<Tables>,
  { id, user_id }: Pick<PasskeyRow, 'id' | 'user_id'>,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** The passkeys of members that were added up to a time. */
export async function countMemberPasskeys(db: Kysely<Tables>, addedBy: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.role', '=', 'user')
    .where('passkeys.created_at', '<=', addedBy)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes passkeys of at most `most` members that were added up to a time. Returns these members. */
export async function removeMemberPasskeys(
  trx: Kysely<Tables>,
  addedBy: string,
  most: number,
): Promise<Pick<UserRow, 'id' | 'email' | 'role'>[]> {
  const members = await trx
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['users.id', 'users.email', 'users.role'])
    .distinct()
    .where('users.role', '=', 'user')
    .where('passkeys.created_at', '<=', addedBy)
    .limit(most)
    .execute()
  const ids = members.map(({ id }) => id)
  if (ids.length === 0) return []
  await trx
    .deleteFrom('passkeys')
    .where('user_id', 'in', ids)
    .where('created_at', '<=', addedBy)
    .execute()
  return members
}

/** Also removes the account's open challenges. Returns whether the account had any passkey. */
export async function removePasskeysOf(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  return removed.length > 0
}

export async function insertPasskeyChallenge(
  trx: Kysely<Tables>,
  challenge: PasskeyChallengeRow,
): Promise<void> {
  await trx.insertInto('passkey_challenges').values(challenge).execute()
}

/**
 * Removes an unexpired challenge. Returns false if there is none, or if another request removed it
 * first.
 */
export async function takePasskeyChallenge(
  trx: Kysely<Tables>,
  { challenge_hash, purpose, user_id }: Omit<PasskeyChallengeRow, 'expires_at'>,
  now: string,
): Promise<boolean> {
  const taken = await trx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge_hash)
    .where('purpose', '=', purpose)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('expires_at', '>', now)
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export async function removePasskeyChallengesBefore(
  trx: Kysely<Tables>,
  now: string,
): Promise<void> {
  await trx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}
