// Runs the jobs of one kind. A process leases a job before it runs it. If the process is killed or the run hangs, another
// run takes over when the lease has ended.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'
import { endWithin, TimeLimitError } from '#server/platform/outbound/time-limit-service.ts'
import { findNextAttempt } from './back-off-service.ts'
import type { Job, JobKind, JobOutcome, JobRun } from './job-kind-service.ts'
import {
  delayLane,
  isClaimed,
  leaseJobs,
  listNext,
  removeClaimed,
  setClaimed,
} from './job-repository.ts'
import { reportHang, type ScheduleDeps, startSchedule } from './schedule-service.ts'

export interface RunnerDeps extends Pick<AppDeps, 'db' | 'write' | 'clock' | 'log'> {
  metrics: Metrics
  background: Pick<AppDeps['background'], 'start'>
}

const UNEXPECTED = 'It failed unexpectedly. The log of the server has the error.'

/** Looks for due jobs of all kinds, now and as often as each kind says, until `stop`. Runs that have begun go on. */
export function startJobs(
  deps: RunnerDeps & ScheduleDeps,
  kinds: readonly JobKind[],
): { stop(): void } {
  let isStopped = false
  const isStopping = () => isStopped
  const looks = kinds.map((kind) => ({
    name: kind.name,
    everyMs: kind.everyMs,
    run: makeJobRunner(deps, kind, isStopping),
  }))
  const schedule = startSchedule(deps, looks)
  return {
    stop() {
      isStopped = true
      schedule.stop()
    },
  }
}

/**
 * Returns a function that claims and starts what is due, as far as lanes are free. It does not wait for the runs; each one
 * that ends makes it look again. Calls at the same time share one look.
 */
export function makeJobRunner(
  deps: RunnerDeps,
  kind: JobKind,
  isStopping: () => boolean,
): () => Promise<void> {
  const { background } = deps
  let running = 0
  let lastLane = ''
  let looking: Promise<void> | null = null
  let isWanted = false

  async function look(): Promise<void> {
    do {
      isWanted = false
      const free = kind.lanes - running
      if (free === 0 || isStopping()) return
      for (const row of await claim(deps, kind, { after: lastLane, most: free })) {
        lastLane = row.lane
        running += 1
        background.start(() => run(row))
      }
    } while (isWanted)
  }

  async function run(row: JobRow): Promise<void> {
    try {
      await runJob(deps, kind, row, isStopping)
    } finally {
      running -= 1
      background.start(fill)
    }
  }

  function fill(): Promise<void> {
    isWanted = true
    looking ??= look().finally(() => {
      looking = null
      // A run may have ended after the last look, but before this moment.
      if (isWanted) background.start(fill)
    })
    return looking
  }

  return fill
}

/** Runs what is due, until nothing is: for a program that ends then. Throws the first error of the database. */
export async function runDueJobs(
  deps: Omit<RunnerDeps, 'background'>,
  kind: JobKind,
): Promise<void> {
  const running = new Set<Promise<unknown>>()
  const errors: unknown[] = []
  function start(work: () => Promise<unknown>): void {
    const ended = work()
      .catch((error: unknown) => errors.push(error))
      .finally(() => running.delete(ended))
    running.add(ended)
  }
  start(makeJobRunner({ ...deps, background: { start } }, kind, () => false))
  while (running.size > 0) await Promise.all(running)
  if (errors.length > 0) throw errors[0]
}

/** Finds jobs by reading alone, so that an idle server does not take the writer lock, and then leases them. */
async function claim(
  { db, write, clock }: RunnerDeps,
  kind: JobKind,
  { after, most }: { after: string; most: number },
): Promise<JobRow[]> {
  const held = (await kind.listHeld?.(db)) ?? []
  const at = clock()
  const now = at.toISOString()
  const next = await listNext(db, { kind: kind.name, now, after, held, most })
  if (next.length < most && after !== '')
    for (const one of await listNext(db, { kind: kind.name, now, after: '', held, most }))
      if (next.length < most && one.lane <= after) next.push(one)
  if (next.length === 0) return []
  const ids = next.map(({ id }) => id)
  const leased = await write((trx) =>
    leaseJobs(trx, kind.name, { ids, now, until: inMs(at, kind.limitMs) }),
  )
  return leased.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Runs one claimed job and stores what it came to. */
async function runJob(
  deps: RunnerDeps,
  kind: JobKind,
  row: JobRow,
  isStopping: () => boolean,
): Promise<void> {
  const { write, clock, log } = deps
  const { id: jobId, key: record, attempts } = row
  const job = kind.name
  let isSettled = false

  const settle: JobRun['settle'] = async (outcome, within) => {
    const { isStored, isGivenUp } = await write(async (trx) => {
      const stored = await storeOutcome(trx, kind, row, outcome, clock())
      if (stored.isStored) await within?.(trx, stored)
      return stored
    })
    isSettled = true
    if (isStored && isGivenUp) log.error({ job, jobId, record, attempts }, 'a job was given up')
    return isStored
  }

  // Taken back since the claim: nothing is left to do.
  if (!(await isClaimed(deps.db, row))) return
  try {
    await endWithin(kind.limitMs, (signal, restart) => {
      const renew: JobRun['renew'] = async (trx) => {
        if (signal.aborted) return false
        restart()
        return setClaimed(trx, row, { leased_until: inMs(clock(), kind.limitMs) })
      }
      const settleInTime: JobRun['settle'] = async (...args) => !signal.aborted && settle(...args)
      return kind.run(toJob(row), { signal, isStopping, renew, settle: settleInTime })
    })
    if (!isSettled) await settle({ isDone: true })
  } catch (err) {
    // The job begins again when its lease ends.
    if (describePassingTrouble(err)) throw err
    if (err instanceof TimeLimitError) reportHang(deps, kind.name)
    else log.error({ err, job, jobId, record, attempts }, 'a job failed unexpectedly')
    // Otherwise a job that always fails would be repeated for ever.
    if (!isSettled) await settle({ isDone: false, failed: UNEXPECTED })
  }
}

async function storeOutcome(
  trx: Kysely<Tables>,
  kind: JobKind,
  row: JobRow,
  outcome: JobOutcome,
  now: Date,
): Promise<{ isStored: boolean; isGivenUp: boolean }> {
  const { attempts, asked_at: askedAt } = row
  const at = now.toISOString()
  const ended = { leased_until: null }
  if (outcome === 'interrupted')
    return { isStored: await setClaimed(trx, row, ended), isGivenUp: false }
  if (outcome.isDone) {
    const done = { ...ended, done_at: at, outcome: outcome.says ?? null }
    const isStored = await (kind.isLogged ? setClaimed(trx, row, done) : removeClaimed(trx, row))
    return { isStored, isGivenUp: false }
  }
  const next = findNextAttempt(kind.backOff, { attempts, askedAt }, now)?.toISOString()
  const wait = next === undefined ? { dead_at: at } : { due_at: next }
  const isStored = await setClaimed(trx, row, { ...ended, ...wait, outcome: outcome.failed })
  if (isStored && next !== undefined && outcome.isReceiverDown) await delayLane(trx, row, next)
  return { isStored, isGivenUp: next === undefined }
}

function toJob({ id, lane, key, payload, attempts, asked_at: askedAt }: JobRow): Job {
  // The cast is safe: `addJobs` wrote the column.
  return { id, lane, key, payload: JSON.parse(payload) as Job['payload'], attempts, askedAt }
}

function inMs(from: Date, ms: number): string {
  return new Date(from.getTime() + ms).toISOString()
}
