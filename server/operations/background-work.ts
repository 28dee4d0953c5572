import type { Logger } from 'pino'
import { describePassingTrouble } from '#server/database/database-trouble.ts'

/** Work that no response waits for. The shutdown waits for it. */
export interface BackgroundWork {
  /** Starts the work at once and logs its errors. */
  start(work: () => Promise<unknown>): void
  /** Resolves once no work is running. */
  settle(): Promise<void>
}

export function makeBackgroundWork(log: Pick<Logger, 'error' | 'warn'>): BackgroundWork {
  const running = new Set<Promise<void>>()

  async function run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (err) {
      const trouble = describePassingTrouble(err)
      if (trouble) log.warn(trouble, 'the database did not serve work in the background')
      else log.error({ err }, 'work in the background failed')
    }
  }

  return {
    start(work) {
      const ended = run(work).then(() => {
        running.delete(ended)
      })
      running.add(ended)
    },
    async settle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
