import type { Logger } from 'pino'
import type { BackgroundWork } from '#server/platform/app-env.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'
import { endWithin } from '#server/platform/outbound/time-limit-service.ts'

const SETTLE_MS = 30_000 // longer than a mail (30 s) or any other delivery; leases hand over the rest

type WorkLog = Pick<Logger, 'error' | 'warn'>

/** Runs work and logs its error. Never rejects. */
export async function runLogged(log: WorkLog, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (err) {
    const trouble = describePassingTrouble(err)
    if (trouble) log.warn(trouble, 'the database did not serve work in the background')
    else log.error({ err }, 'work in the background failed')
  }
}

export function makeBackgroundWork(log: WorkLog): BackgroundWork {
  const running = new Set<Promise<void>>()

  return {
    start(work) {
      const ended = runLogged(log, work).then(() => {
        running.delete(ended)
      })
      running.add(ended)
    },
    async settle() {
      try {
        await endWithin(SETTLE_MS, async () => {
          while (running.size > 0) await Promise.all(running)
        })
      } catch {
        // Only the time limit rejects: `runLogged` handles the errors of the work.
        log.warn({ left: running.size }, 'work in the background did not end')
      }
    },
  }
}
