import type { AppDeps } from '#server/app-env.ts'
import type { JobName } from '#server/metrics/metrics-service.ts'

const STILL_MS = 10 * 60_000 // far above any step of a job: each step ends by time limits of its own

export interface RepeatingJob {
  name: JobName
  everyMs: number
  /** After this time without a call of `isStopping`, a run counts as hanging; ten minutes if absent. */
  stillMs?: number
  /** Calls `isStopping` between two steps, which shows that it goes on, and ends early when that returns true. */
  work: (isStopping: () => boolean) => Promise<void>
}

export type JobDeps = Pick<AppDeps, 'background' | 'log' | 'metrics'>

/**
 * Runs the work now and every `everyMs` milliseconds, unless the previous run is unfinished. A run that hangs is logged
 * and counted, and is no longer waited for: the next run starts as usual. Rows that the hanging run has leased are free
 * again when their leases end, so no work is done twice.
 */
export function startRepeatingJob(
  { background, log, metrics }: JobDeps,
  { name, everyMs, stillMs = STILL_MS, work }: RepeatingJob,
): { stop(): void } {
  let isRunning = false
  let isStopped = false

  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    let watchdog: NodeJS.Timeout | undefined
    let isGivenUp = false
    const hanging = new Promise<void>((resolve) => {
      watchdog = setTimeout(() => {
        isGivenUp = true
        reportHangingJob({ log, metrics }, name)
        resolve()
      }, stillMs).unref()
    })
    const isStopping = () => {
      watchdog?.refresh()
      return isStopped || isGivenUp
    }
    try {
      await Promise.race([work(isStopping), hanging])
    } finally {
      clearTimeout(watchdog)
      isRunning = false
    }
  }

  background.start(run)
  const timer = setInterval(() => background.start(run), everyMs).unref()
  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Logs and counts work that did not end in time. */
export function reportHangingJob(
  { log, metrics }: Pick<JobDeps, 'log' | 'metrics'>,
  job: JobName,
): void {
  metrics.hangingJobs.inc({ work: job })
  log.error({ job }, 'work in the background hangs and is not waited for any longer')
}
