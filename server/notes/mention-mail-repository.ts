import type { Kysely } from 'kysely'
import type { MentionMailRow } from '#server/platform/database/rows/note-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export function findMailWish(
  db: Kysely<Tables>,
  personId: string,
): Promise<MentionMailRow | undefined> {
  return db
    .selectFrom('mention_mails')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Those of the people who wish mails. */
export function listMailWishes(
  db: Kysely<Tables>,
  personIds: readonly string[],
): Promise<MentionMailRow[]> {
  return db
    .selectFrom('mention_mails')
    .selectAll()
    .where('person_id', 'in', personIds)
    .where('is_on', '=', 1)
    .execute()
}

/** Address and role of somebody on the team who may sign in. */
export function findRecipient(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.email', 'staff.role'])
    .where('staff.user_id', '=', personId)
    .where('staff.suspended_at', 'is', null)
    .executeTakeFirst()
}

export async function setMailWish(
  trx: Kysely<Tables>,
  personId: string,
  isOn: boolean,
): Promise<void> {
  const is_on = isOn ? 1 : 0
  await trx
    .insertInto('mention_mails')
    .values({ person_id: personId, is_on, sent_at: null })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ is_on }))
    .execute()
}

export async function setMailSent(
  trx: Kysely<Tables>,
  personId: string,
  at: string,
): Promise<void> {
  await trx
    .updateTable('mention_mails')
    .set({ sent_at: at })
    .where('person_id', '=', personId)
    .execute()
}
