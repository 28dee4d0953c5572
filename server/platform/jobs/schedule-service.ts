// Scheduled work: what each process, or one for all, does again and again.

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Metrics, WorkName } from '#server/platform/metrics/metrics-service.ts'
import { endWithin, TimeLimitError } from '#server/platform/outbound/time-limit-service.ts'
import { findSchedule, setLeaseEnd, setScheduleDone, takeLease } from './schedule-repository.ts'

export { setScheduleDone }

const STILL_MS = 10 * 60_000 // far above any step of the work: each step ends by time limits of its own
const LEASE_MS = 300_000 // how long other processes wait after the lease's holder was killed
const RENEW_MS = 60_000
const LOOK_MS = 60_000 // how late shared work may begin
const RETRY_MS = 600_000 // nobody frees a full disk sooner

export interface WorkRun {
  /** Called between two steps, which shows that the work goes on; it ends early when this returns true. */
  isStopping(): boolean
  /** Aborts when the server stops, or when nobody waits for the run any longer. */
  signal: AbortSignal
}

export interface ScheduledWork {
  name: WorkName
  everyMs: number
  /** After this time without a call of `isStopping`, a run counts as hanging; ten minutes if absent. */
  stillMs?: number
  /** One process does it for all, `everyMs` after any process or command has done it; otherwise each process does it. */
  isShared?: boolean
  run(run: WorkRun): Promise<void>
}

export interface ScheduleDeps extends Pick<AppDeps, 'db' | 'clock' | 'background' | 'log'> {
  metrics: Metrics
}

/** Begins all of the work now, and again as often as it says, until `stop`. */
export function startSchedule(
  deps: ScheduleDeps,
  works: readonly ScheduledWork[],
): { stop(): void } {
  const { background } = deps
  const started = works.map((work) => {
    const { check, stop } = makeScheduled(deps, work)
    background.start(check)
    const everyMs = work.isShared ? Math.min(work.everyMs, LOOK_MS) : work.everyMs
    const timer = setInterval(() => background.start(check), everyMs).unref()
    return { stop, timer }
  })
  return {
    stop() {
      for (const { stop, timer } of started) {
        clearInterval(timer)
        stop()
      }
    },
  }
}

/**
 * `check` does the work, unless its last run is unfinished, or it is shared and not due. A run that hangs is logged and
 * counted, and is no longer waited for. Rows that it has leased are free again when their leases end, so no work is done
 * twice.
 */
export function makeScheduled(deps: ScheduleDeps, work: ScheduledWork) {
  let running: AbortController | null = null
  let isStopped = false

  async function check(): Promise<void> {
    if (running || isStopped) return
    const ending = new AbortController()
    running = ending
    try {
      await endWithin(work.stillMs ?? STILL_MS, (late, restart) => {
        late.addEventListener('abort', () => ending.abort(late.reason))
        const isStopping = () => {
          restart()
          return ending.signal.aborted
        }
        const run = () => work.run({ isStopping, signal: ending.signal })
        return work.isShared ? runForAll(deps, work, run, ending.signal) : run()
      })
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error
      reportHang(deps, work.name)
    } finally {
      running = null
    }
  }

  return {
    check,
    stop() {
      isStopped = true
      running?.abort(new Error('the server stops'))
    },
  }
}

/** When shared work was last done, by any process or command; null before the first time. */
export async function findDoneAt(db: Kysely<Tables>, name: WorkName): Promise<string | null> {
  return (await findSchedule(db, name))?.done_at ?? null
}

/** Runs the work if it is due and no other process is doing it. */
async function runForAll(
  { db, clock, log }: ScheduleDeps,
  { name: job, everyMs }: ScheduledWork,
  run: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const dueBefore = inMs(-everyMs)
  const doneAt = await findDoneAt(db, job)
  if (doneAt !== null && doneAt > dueBefore) return
  const lease = { name: job, holder: randomUUID() }
  if (!(await takeLease(db, lease, { now: inMs(0), until: inMs(LEASE_MS), dueBefore }))) return
  const reportFailure = (err: unknown) =>
    log.error({ err, job }, 'scheduled work failed and is tried again')
  const renewal = setInterval(() => {
    setLeaseEnd(db, lease, inMs(LEASE_MS)).catch(reportFailure)
  }, RENEW_MS)
  try {
    await run()
    await setScheduleDone(db, job, inMs(0))
    await setLeaseEnd(db, lease, null)
  } catch (error) {
    if (!signal.aborted) reportFailure(error)
    await setLeaseEnd(db, lease, signal.aborted ? null : inMs(RETRY_MS))
  } finally {
    clearInterval(renewal)
  }
}

/** Logs and counts work that did not end in time. */
export function reportHang(
  { log, metrics }: Pick<ScheduleDeps, 'log' | 'metrics'>,
  job: WorkName,
): void {
  metrics.hangingJobs.inc({ work: job })
  log.error({ job }, 'work in the background hangs and is not waited for any longer')
}
