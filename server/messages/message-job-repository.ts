// Deliveries of messages. Each update of a job matches its number of attempts, so that a process
// whose lease has expired cannot settle a job that another process has taken over.

import { type Kysely, sql } from 'kysely'
import type { MessageJobRow, MessageRow } from '#server/database/message-rows.ts'
import type { Tables } from '#server/database/schema.ts'

const LOOKED_AT = 200 // due jobs in one query; if all are of a few people, the next query leaves those out

export type JobClaim = Pick<MessageJobRow, 'id' | 'attempts'>

export async function insertJobs(
  trx: Kysely<Tables>,
  jobs: readonly MessageJobRow[],
): Promise<void> {
  if (jobs.length > 0) await trx.insertInto('message_jobs').values(jobs).execute()
}

/** The recipient of a message: an account, or the grievance of a visitor, who has none. */
const RECIPIENT = sql<string>`coalesce(messages.user_id, messages.grievance_id)`

/** Due jobs of people for whom no other job of the channel is under way, those due longest first. */
function selectDue(db: Kysely<Tables>, channel: MessageJobRow['channel'], now: string) {
  const busy = db
    .selectFrom('message_jobs')
    .innerJoin('messages', 'messages.id', 'message_jobs.message_id')
    .select(RECIPIENT.as('recipient'))
    .where('leased_until', '>', now)
    .where('channel', '=', channel)
  return db
    .selectFrom('message_jobs')
    .innerJoin('messages', 'messages.id', 'message_jobs.message_id')
    .select(['message_jobs.id', RECIPIENT.as('recipient')])
    .where('channel', '=', channel)
    .where('dead_at', 'is', null)
    .where('message_jobs.due_at', '<=', now)
    .where(RECIPIENT, 'not in', busy)
    .orderBy('message_jobs.due_at')
    .orderBy('message_jobs.id')
}

export async function hasDueJob(
  db: Kysely<Tables>,
  channel: MessageJobRow['channel'],
  now: string,
): Promise<boolean> {
  return (await selectDue(db, channel, now).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Leases the next job of each person, at most `most`, and counts the attempts. A person gets one mail and one
 * notification at a time, so that a hanging device delays only the notifications of its own person.
 */
export async function claimJobs(
  trx: Kysely<Tables>,
  channel: MessageJobRow['channel'],
  { now, until, most }: { now: string; until: string; most: number },
): Promise<MessageJobRow[]> {
  const claimed: MessageJobRow[] = []
  while (claimed.length < most) {
    const due = await selectDue(trx, channel, now).limit(LOOKED_AT).execute()
    const next = new Map<string, string>()
    for (const { id, recipient } of due) if (!next.has(recipient)) next.set(recipient, id)
    const ids = [...next.values()].slice(0, most - claimed.length)
    if (ids.length === 0) break
    claimed.push(...(await leaseJobs(trx, ids, until)))
  }
  return claimed
}

function leaseJobs(
  trx: Kysely<Tables>,
  ids: readonly string[],
  until: string,
): Promise<MessageJobRow[]> {
  return trx
    .updateTable('message_jobs')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .returningAll()
    .execute()
}

/** Deletes the undelivered jobs of the messages about a listing; with `status`, only of those about it. */
export async function removeJobsOf(
  trx: Kysely<Tables>,
  listingId: string,
  status?: MessageRow['status'],
): Promise<void> {
  const all = trx.selectFrom('messages').select('id').where('listing_id', '=', listingId)
  const messages = status ? all.where('status', '=', status) : all
  await trx.deleteFrom('message_jobs').where('message_id', 'in', messages).execute()
}

/** Whether a claimed job still exists and no other process has taken it over. */
export async function isClaimed(db: Kysely<Tables>, { id, attempts }: JobClaim): Promise<boolean> {
  const found = await db
    .selectFrom('message_jobs')
    .select('id')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return found !== undefined
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
