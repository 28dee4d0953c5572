import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

const AT_ONCE = 100 // rows per statement, with two parameters each

export async function insertRemovals(
  trx: Kysely<Tables>,
  ids: readonly string[],
  queuedAt: string,
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await trx
      .insertInto('media_removals')
      .values(ids.slice(at, at + AT_ONCE).map((id) => ({ id, queued_at: queuedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function findOldestRemoval(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('media_removals')
    .select('id')
    .orderBy('queued_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function removeRemoval(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('media_removals').where('id', '=', id).execute()
}
