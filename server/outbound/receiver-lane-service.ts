import { endWithin, TimeLimitError } from './time-limit-service.ts'

// Serves receivers on other machines, several at once and each one by one, so that a slow receiver delays only itself.

export interface LaneWork<Task> {
  /** The number of receivers that one process serves at once. */
  most: number
  /** When a task counts as hanging: its lease has ended by then, so that another process or a later run may take it. */
  mostMs: number
  /**
   * Leases due tasks, at most `most`, each of another receiver, and none of a receiver that is being served.
   * `running` are the tasks of this process.
   */
  take(most: number, running: Iterable<Task>): Promise<readonly Task[]>
  /** Serves a task and stores the outcome. */
  serve(task: Task): Promise<void>
}

export interface LaneControl {
  /** Starts work that the shutdown waits for, and logs its errors. */
  start(work: () => Promise<unknown>): void
  /** While the server is stopping, no further task is taken. */
  isStopping(): boolean
  onHang(): void
}

/**
 * Returns a function that takes and starts what is due, as far as lanes are free. It does not wait for the tasks; each
 * task that ends makes it look again. Calls at the same time share one look.
 */
export function makeLanes<Task>(
  { most, mostMs, take, serve }: LaneWork<Task>,
  { start, isStopping, onHang }: LaneControl,
): () => Promise<void> {
  const running = new Set<Task>()
  let looking: Promise<void> | null = null
  let isWanted = false

  async function look(): Promise<void> {
    do {
      isWanted = false
      const free = most - running.size
      if (free === 0 || isStopping()) return
      for (const task of await take(free, running)) {
        running.add(task)
        start(() => run(task))
      }
    } while (isWanted)
  }

  async function run(task: Task): Promise<void> {
    try {
      await endWithin(mostMs, () => serve(task))
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error
      onHang()
    } finally {
      running.delete(task)
      start(fill)
    }
  }

  function fill(): Promise<void> {
    isWanted = true
    looking ??= look().finally(() => {
      looking = null
      // A task may have ended after the last look, but before this moment.
      if (isWanted) start(fill)
    })
    return looking
  }

  return fill
}
