import type { Kysely } from 'kysely'
import type { RestoreRow, Tables } from '#server/platform/database/schema.ts'

const ONLY_ID = 1

/** Replaces the row of an earlier restore. */
export async function setRestore(
  trx: Kysely<Tables>,
  { restored_at, backup }: Pick<RestoreRow, 'restored_at' | 'backup'>,
): Promise<void> {
  const values = { restored_at, backup, is_logged: 0 }
  await trx
    .insertInto('restores')
    .values({ id: ONLY_ID, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export function findRestore(db: Kysely<Tables>): Promise<RestoreRow | undefined> {
  return db.selectFrom('restores').selectAll().executeTakeFirst()
}

/** Returns false if there is no restore whose list is not in the log yet. */
export async function setRestoreLogged(trx: Kysely<Tables>): Promise<boolean> {
  const logged = await trx
    .updateTable('restores')
    .set({ is_logged: 1 })
    .where('is_logged', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return logged !== undefined
}

export async function removeRestore(trx: Kysely<Tables>): Promise<void> {
  await trx.deleteFrom('restores').execute()
}
