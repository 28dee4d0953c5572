import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { PersonalParts } from '#server/platform/personal-tables/personal-table.ts'

/** Deletes the rows of every table that names a column for it. */
export async function removeOwnRows(
  trx: Kysely<Tables>,
  userId: string,
  { tables }: Pick<PersonalParts, 'tables'>,
): Promise<void> {
  for (const [table, { erased }] of Object.entries(tables))
    if (erased !== null)
      await sql`delete from ${sql.table(table)} where ${sql.ref(erased)} = ${userId}`.execute(trx)
}

/**
 * Deletes invitations to this e-mail address, and requests to change the address of an account to this one. Keeps the
 * links of existing accounts with this address: the person may have a second account in the other role.
 */
export async function removeRowsOfAddress(trx: Kysely<Tables>, email: string): Promise<void> {
  const accounts = trx.selectFrom('users').select('id').where('email', '=', email)
  await trx
    .deleteFrom('links')
    .where('email', '=', email)
    .where('account_id', 'not in', accounts)
    .execute()
  await trx.deleteFrom('email_changes').where('email', '=', email).execute()
}

/** Includes expired registrations. */
export async function listRegistrationIds(trx: Kysely<Tables>, email: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('registrations')
    .select('id')
    .where('email', '=', email)
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeInviter(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('links')
    .set({ invited_by: null })
    .where('invited_by', '=', userId)
    .execute()
}

/** Whether an account has a picture with this URL. */
export async function isPortraitOfAnybody(trx: Kysely<Tables>, url: string): Promise<boolean> {
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where('picture_url', '=', url)
    .limit(1)
    .executeTakeFirst()
  return person !== undefined
}

/**
 * Inserts an erased account with a random id, to which payments and loans move, so that both can still be counted by
 * person. Returns the id.
 */
export async function insertEmptyUser(trx: Kysely<Tables>): Promise<string> {
  const id = randomBytes(12).toString('hex')
  await trx
    .insertInto('users')
    .values({ ...emptyAccount(), id, role: 'user' })
    .execute()
  return id
}

/** Keeps only the id, which audit entries refer to, and the role. */
export async function emptyUser(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.updateTable('users').set(emptyAccount()).where('id', '=', userId).execute()
}

/**
 * The values of an erased account. The creation time is the same for all: the time of the erasure would
 * show which random id replaced which person.
 */
function emptyAccount() {
  return {
    full_name: null,
    name_key: null,
    // Unique, and not an address that anybody could enter.
    email: `erased:${randomBytes(12).toString('hex')}`,
    phone_number: null,
    picture_url: null,
    verified: 0,
    password_hash: null,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: '1970-01-01T00:00:00.000Z',
    is_erased: 1,
  }
}
