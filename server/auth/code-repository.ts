// One-time codes by the HMAC of an e-mail address. At most one row of an address is not superseded: the newest.

import type { Kysely } from 'kysely'
import type { CodeRow, Tables } from '#server/database/schema.ts'

export async function insertCode(trx: Kysely<Tables>, code: CodeRow): Promise<void> {
  await trx.insertInto('codes').values(code).execute()
}

export async function supersedeCodes(trx: Kysely<Tables>, subject: string, now: string) {
  await trx
    .updateTable('codes')
    .set({ superseded_at: now })
    .where('subject', '=', subject)
    .where('superseded_at', 'is', null)
    .execute()
}

/** The newest code of a subject, locked until the transaction ends; the given one, inserted, when there is none. */
export function lockNewestCode(trx: Kysely<Tables>, unlessThere: CodeRow): Promise<CodeRow> {
  return trx
    .insertInto('codes')
    .values(unlessThere)
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .where('superseded_at', 'is', null)
        .doUpdateSet((eb) => ({ subject: eb.ref('excluded.subject') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findNewestCode(trx: Kysely<Tables>, subject: string): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('codes')
    .selectAll()
    .where('subject', '=', subject)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
}

/** The latest first. */
export function listSupersededCodes(trx: Kysely<Tables>, subject: string): Promise<CodeRow[]> {
  return trx
    .selectFrom('codes')
    .selectAll()
    .where('subject', '=', subject)
    .where('superseded_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function addWrongTry(
  trx: Kysely<Tables>,
  id: string,
  counter: 'wrong_tries' | 'own_wrong_tries',
): Promise<void> {
  await trx
    .updateTable('codes')
    .set(counter, (eb) => eb(counter, '+', 1))
    .where('id', '=', id)
    .execute()
}

export async function setCode(
  db: Kysely<Tables>,
  id: string,
  change: Partial<Pick<CodeRow, 'used_at' | 'mail_failed'>>,
): Promise<void> {
  await db.updateTable('codes').set(change).where('id', '=', id).execute()
}

export async function removeCodesBefore(trx: Kysely<Tables>, createdBefore: string) {
  await trx.deleteFrom('codes').where('created_at', '<', createdBefore).execute()
}
