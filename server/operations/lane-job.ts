import type { JobName } from '#server/metrics/metrics-service.ts'
import { type LaneWork, makeLanes } from '#server/outbound/receiver-lane-service.ts'
import { type JobDeps, reportHangingJob, startRepeatingJob } from './repeating-job.ts'

/** Serves what is due, now and every `everyMs` milliseconds: several receivers at once, and each one by one. */
export function startLaneJob<Task>(
  deps: JobDeps,
  { name, everyMs, work }: { name: JobName; everyMs: number; work: LaneWork<Task> },
): { stop(): void } {
  let isStopped = false
  const fill = makeLanes(work, {
    start: deps.background.start,
    isStopping: () => isStopped,
    onHang: () => reportHangingJob(deps, name),
  })
  const job = startRepeatingJob(deps, { name, everyMs, work: fill })
  return {
    stop() {
      isStopped = true
      job.stop()
    },
  }
}
