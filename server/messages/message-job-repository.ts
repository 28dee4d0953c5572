// Deliveries of messages. Each update of a job matches its number of attempts, so that a process
// whose lease has expired cannot settle a job that another process has taken over.

import type { Kysely } from 'kysely'
import type { MessageJobRow } from '#server/database/message-rows.ts'
import type { Tables } from '#server/database/schema.ts'

export type JobClaim = Pick<MessageJobRow, 'id' | 'attempts'>

export async function insertJobs(
  trx: Kysely<Tables>,
  jobs: readonly MessageJobRow[],
): Promise<void> {
  if (jobs.length > 0) await trx.insertInto('message_jobs').values(jobs).execute()
}

/** The job that has been due longest and has no live lease. */
function selectNext(db: Kysely<Tables>, channel: MessageJobRow['channel'], now: string) {
  return db
    .selectFrom('message_jobs')
    .select('id')
    .where('channel', '=', channel)
    .where('dead_at', 'is', null)
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
}

export async function hasDueJob(
  db: Kysely<Tables>,
  channel: MessageJobRow['channel'],
  now: string,
): Promise<boolean> {
  return (await selectNext(db, channel, now).executeTakeFirst()) !== undefined
}

/** Leases the next job, and counts the attempt. */
export function claimJob(
  trx: Kysely<Tables>,
  channel: MessageJobRow['channel'],
  { now, until }: { now: string; until: string },
): Promise<MessageJobRow | undefined> {
  return trx
    .updateTable('message_jobs')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', selectNext(trx, channel, now))
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the undelivered jobs of the messages about a listing. */
export async function removeJobsOf(trx: Kysely<Tables>, listingId: string): Promise<void> {
  const messages = trx.selectFrom('messages').select('id').where('listing_id', '=', listingId)
  await trx.deleteFrom('message_jobs').where('message_id', 'in', messages).execute()
}

export async function removeJob(db: Kysely<Tables>, { id, attempts }: JobClaim): Promise<void> {
  await db
    .deleteFrom('message_jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

export async function setJob(
  db: Kysely<Tables>,
  { id, attempts }: JobClaim,
  change: Partial<Pick<MessageJobRow, 'due_at' | 'dead_at' | 'leased_until'>>,
): Promise<void> {
  await db
    .updateTable('message_jobs')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

export async function countJobs(db: Kysely<Tables>): Promise<{ waiting: number; dead: number }> {
  const counts = await db
    .selectFrom('message_jobs')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('dead_at').as('dead')])
    .executeTakeFirstOrThrow()
  const dead = Number(counts.dead)
  return { waiting: Number(counts.all) - dead, dead }
}
