import type { AppDeps } from '#server/app-env.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { type LaneWork, makeLanes } from '#server/outbound/receiver-lane-service.ts'

/** Serves everything that is due, as the jobs of a server process do, and waits until all of it has ended. */
export async function runLanes<Task>(
  work: LaneWork<Task>,
  { log }: Pick<AppDeps, 'log'>,
): Promise<void> {
  const background = makeBackgroundWork(log)
  background.start(
    makeLanes(work, {
      start: background.start,
      isStopping: () => false,
      onHang: () => log.error('a task of this test hangs'),
    }),
  )
  await background.settle()
}
