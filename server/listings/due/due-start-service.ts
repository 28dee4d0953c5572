import { type Kysely, sql } from 'kysely'
import { storeDueTimes } from '#server/listings/changes/due-time-service.ts'
import { getReviewRules, setReviewRules } from '#server/listings/changes/review-rules-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'

/**
 * At the start of the server: follows a new REVIEW_DUE_HOURS, and stores the due times of listings that waited before
 * there were any, such as after a migration.
 */
export async function prepareDueTimes(write: Write, dueHours: number): Promise<void> {
  await write(async (trx) => {
    const rules = await getReviewRules(trx)
    if (rules.dueHours !== dueHours)
      await storeDueTimes(trx, await setReviewRules(trx, { dueHours }))
    else if (await isAnyWithout(trx)) await storeDueTimes(trx, rules)
  })
}

async function isAnyWithout(trx: Kysely<Tables>): Promise<boolean> {
  const row = await trx
    .selectFrom('listings')
    .select('id')
    .where(sql<boolean>`coalesce(status, 'pending') = 'pending'`)
    .where('due_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
