// Registrations with an unverified address. Several may name the same address: none of them proves
// who owns it.

import type { Kysely } from 'kysely'
import type { RegistrationRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertRegistration(
  trx: Kysely<Tables>,
  registration: RegistrationRow,
): Promise<void> {
  await trx.insertInto('registrations').values(registration).execute()
}

export function findRegistration(
  db: Kysely<Tables>,
  id: string,
  now: string,
): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Unexpired registrations, newest first. */
export function listRegistrations(
  db: Kysely<Tables>,
  email: string,
  now: string,
): Promise<RegistrationRow[]> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function listExpiredIds(
  db: Kysely<Tables>,
  now: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes registrations and their codes. */
export async function removeRegistrations(
  trx: Kysely<Tables>,
  ids: readonly string[],
): Promise<void> {
  await trx.deleteFrom('registrations').where('id', 'in', ids).execute()
}

/** Whether the id belongs to a registration or an account; null for neither, or an erased account. */
export async function findKindOf(
  db: Kysely<Tables>,
  id: string,
): Promise<'registration' | 'account' | null> {
  const row = await db
    .selectFrom('registrations')
    .select((eb) => eb.val('registration').as('kind'))
    .where('id', '=', id)
    .unionAll(
      db
        .selectFrom('users')
        .select((eb) => eb.val('account').as('kind'))
        .where('id', '=', id)
        .where('is_erased', '=', 0),
    )
    .executeTakeFirst()
  return row ? (row.kind === 'registration' ? 'registration' : 'account') : null
}
