import type { Kysely } from 'kysely'
import type { MediaRemovalRow } from '#server/database/media-rows.ts'
import type { Tables } from '#server/database/schema.ts'

const AT_ONCE = 100 // rows per statement, with four parameters each

export async function insertRemovals(
  trx: Kysely<Tables>,
  ids: readonly string[],
  queuedAt: string,
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await trx
      .insertInto('media_removals')
      .values(
        ids
          .slice(at, at + AT_ONCE)
          .map((id) => ({ id, queued_at: queuedAt, attempts: 0, due_at: queuedAt })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The removal that has been due longest. */
export function findDueRemoval(
  db: Kysely<Tables>,
  now: string,
): Promise<MediaRemovalRow | undefined> {
  return db
    .selectFrom('media_removals')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a failed attempt. */
export async function postponeRemoval(
  db: Kysely<Tables>,
  id: string,
  change: Pick<MediaRemovalRow, 'attempts' | 'due_at'>,
): Promise<void> {
  await db.updateTable('media_removals').set(change).where('id', '=', id).execute()
}

export async function removeRemoval(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('media_removals').where('id', '=', id).execute()
}

export async function countRemovals(
  db: Kysely<Tables>,
): Promise<{ waiting: number; failed: number }> {
  const { all, failed } = await db
    .selectFrom('media_removals')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('attempts', '>', 0).as('failed'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: Number(all) - Number(failed), failed: Number(failed) }
}
