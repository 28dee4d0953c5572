import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_DIR } from '#server/platform/config/app-folders.ts'

/** The signals by which the watch ends the process. The system uses the first one too, when memory is used up. */
export const TOO_LARGE = 'SIGKILL'
export const TOO_SLOW = 'SIGXCPU'

const IDLE = 0
const BUSY = 1

export interface ResourceWatch {
  /** Limits the memory and the processor time of a job, counted from now on. */
  begin(limits: { bytes: number; cpuSeconds: number }): void
  end(): void
}

/** What the main thread and the watch share. */
export interface WatchedLimits {
  state: Int32Array
  /** Bytes of resident memory, and microseconds of processor time. */
  limits: Float64Array
  parentPid: number
}

/** Starts the thread that ends this process beyond the limits of a job (build/resource-watch.js). */
export async function startWatch(): Promise<ResourceWatch> {
  const shared: WatchedLimits = {
    state: new Int32Array(new SharedArrayBuffer(4)),
    limits: new Float64Array(new SharedArrayBuffer(16)),
    parentPid: process.ppid,
  }
  const program = join(PROJECT_DIR, 'build', 'resource-watch.js')
  const worker = new Worker(program, { workerData: shared, execArgv: [] })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  worker.on('error', (error) => {
    throw error // a process without its watch must not go on
  })
  worker.unref()
  const set = (state: number) => {
    Atomics.store(shared.state, 0, state)
    Atomics.notify(shared.state, 0)
  }
  return {
    begin({ bytes, cpuSeconds }) {
      const { user, system } = process.cpuUsage()
      shared.limits[0] = process.memoryUsage.rss() + bytes
      shared.limits[1] = user + system + cpuSeconds * 1_000_000
      set(BUSY)
    },
    end: () => set(IDLE),
  }
}
