// The table of jobs. Writing transactions of all processes run one after the other (decision 009), so no job is claimed
// twice. Each update by a run matches the number of attempts that it claimed: a run whose lease has expired changes
// nothing once another one has taken its job over.

import { type Kysely, sql } from 'kysely'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const AT_ONCE = 100 // rows per statement, with twelve parameters each

export type Claim = Pick<JobRow, 'id' | 'attempts'>

/** Adds jobs, except those whose id is there. */
export async function insertJobs(trx: Kysely<Tables>, rows: readonly JobRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await trx
      .insertInto('jobs')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export interface Look {
  kind: string
  now: string
  /** Lanes take turns: those after this one come first. */
  after: string
  /** Lanes that get nothing now. */
  held: readonly string[]
  most: number
}

/**
 * The ids of the jobs to run next: of each lane after `after` without a job under way, the one that has been due longest.
 * Walks from lane to lane by the index, so that its time depends on the receivers and not on how much waits for one.
 */
export async function listNext(
  db: Kysely<Tables>,
  { kind, now, after, held, most }: Look,
): Promise<{ id: string; lane: string }[]> {
  const isHeld = held.length > 0 ? sql`lanes.lane in (${sql.join([...held])})` : sql`1 = 0`
  const { rows } = await sql<{ id: string; lane: string }>`
    with recursive lanes(lane) as (
      select (select min(lane) from jobs
        where kind = ${kind} and done_at is null and dead_at is null and lane > ${after}) as lane
      union all
      select (select min(jobs.lane) from jobs
        where kind = ${kind} and done_at is null and dead_at is null and jobs.lane > lanes.lane)
      from lanes where lanes.lane is not null
    ), heads(lane, id) as (
      select lanes.lane, (select id from jobs
        where kind = ${kind} and jobs.lane = lanes.lane and done_at is null and dead_at is null and due_at <= ${now}
        order by due_at, id limit 1)
      from lanes
      where lanes.lane is not null and not (${isHeld})
        and lanes.lane not in (select lane from jobs where kind = ${kind} and leased_until > ${now})
    )
    select id, lane from heads where id is not null limit ${most}`.execute(db)
  return rows
}

/** Leases those of the jobs whose lanes are still free, at most one of each lane, and counts the attempts. */
export async function leaseJobs(
  trx: Kysely<Tables>,
  kind: string,
  { ids, now, until }: { ids: readonly string[]; now: string; until: string },
): Promise<JobRow[]> {
  const busy = trx
    .selectFrom('jobs')
    .select('lane')
    .where('kind', '=', kind)
    .where('leased_until', '>', now)
  return trx
    .updateTable('jobs')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('due_at', '<=', now)
    .where('lane', 'not in', busy)
    .returningAll()
    .execute()
}

/** Changes a claimed job. Returns false if another run has taken it over, or it is gone or was ended. */
export async function setClaimed(
  trx: Kysely<Tables>,
  { id, attempts }: Claim,
  change: Partial<Omit<JobRow, 'id' | 'attempts'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Deletes a claimed job. Returns false as `setClaimed` does. */
export async function removeClaimed(
  trx: Kysely<Tables>,
  { id, attempts }: Claim,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Whether a claimed job is still there and no other run has taken it over. */
export async function isClaimed(db: Kysely<Tables>, { id, attempts }: Claim): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return found !== undefined
}

/** Lets all waiting jobs of a lane wait at least until then. */
export async function delayLane(
  trx: Kysely<Tables>,
  { kind, lane }: Pick<JobRow, 'kind' | 'lane'>,
  until: string,
): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ due_at: until })
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('due_at', '<', until)
    .execute()
}

export function findJob(db: Kysely<Tables>, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Jobs that were given up, or, of the kinds that are never given up, that wait after a failure; newest first. */
export function listFailed(
  db: Kysely<Tables>,
  { endless, most }: { endless: readonly string[]; most: number },
): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('dead_at', 'is not', null),
        eb.and([
          eb('kind', 'in', endless),
          eb('outcome', 'is not', null),
          eb('done_at', 'is', null),
        ]),
      ]),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Makes a failed job due, with its whole time before it. A job that runs stays as it is. */
export async function setAskedAgain(
  trx: Kysely<Tables>,
  id: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ asked_at: now, due_at: now, dead_at: null })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('outcome', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export interface JobCount {
  kind: string
  state: 'waiting' | 'failing' | 'dead'
  jobs: number
}

/** Counts the jobs that are not done; `failing` ones wait after a failed attempt. */
export async function countJobs(db: Kysely<Tables>): Promise<JobCount[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn, eb }) => [
      'kind',
      eb
        .case()
        .when('dead_at', 'is not', null)
        .then('dead' as const)
        .when('outcome', 'is not', null)
        .then('failing' as const)
        .else('waiting' as const)
        .end()
        .as('state'),
      fn.countAll<number>().as('jobs'),
    ])
    .where('done_at', 'is', null)
    .groupBy(['kind', 'state'])
    .execute()
  return rows.map(({ kind, state, jobs }) => ({ kind, state, jobs: Number(jobs) }))
}
