// How long the main thread was held up: the browser's own long tasks, and the longest time between two messages that a
// page sends itself without a pause, which sees what is shorter than a long task.

export interface MainThreadTimes {
  longestTaskMs: number
  longestGapMs: number
  /** From the start of the work to its end. */
  tookMs: number
}

const LONG_TASK_MS = 50 // by the Long Tasks API, shorter tasks are not told

/** `longestTaskMs` is 0 when no task was long. */
export async function watchMainThread(work: () => Promise<unknown>): Promise<MainThreadTimes> {
  const longTasks: number[] = []
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longTasks.push(duration)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'longtask' })
  await pause()
  const heartbeat = startHeartbeat()
  const startedAt = performance.now()
  await work()
  const tookMs = performance.now() - startedAt
  const longestGapMs = heartbeat.stop()
  // A long task is told in the tasks after it.
  await pause()
  note(observer.takeRecords())
  observer.disconnect()
  return { longestTaskMs: Math.max(0, ...longTasks), longestGapMs, tookMs }
}

function startHeartbeat() {
  const { port1, port2 } = new MessageChannel()
  let last = performance.now()
  let longestMs = 0
  const beat = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
  }
  port1.onmessage = () => {
    beat()
    port2.postMessage(null)
  }
  port2.postMessage(null)
  return {
    stop(): number {
      beat()
      port1.close()
      return longestMs
    },
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2 * LONG_TASK_MS))
}
