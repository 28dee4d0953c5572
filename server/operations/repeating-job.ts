import type { AppDeps } from '#server/app-env.ts'

/** Work that checks `isStopping` between two steps and ends early. */
type Work = (isStopping: () => boolean) => Promise<void>

/** Runs the work now and every `everyMs` milliseconds, unless the previous run is unfinished. */
export function startRepeatingJob(
  { background }: Pick<AppDeps, 'background'>,
  everyMs: number,
  work: Work,
): { stop(): void } {
  let isRunning = false
  let isStopped = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await work(() => isStopped)
    } finally {
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
