// Measures how long the main thread is blocked: from the browser's long tasks, and from the longest gap between messages
// that the page keeps sending to itself. The gap also detects delays shorter than a long task.

export interface MainThreadTimes {
  longestTaskMs: number
  longestGapMs: number
  tookMs: number
}

const LONG_TASK_MS = 50 // the Long Tasks API reports no shorter tasks

/** Measures the main thread while `work` runs. `longestTaskMs` is 0 if no task took 50 ms. */
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
  // The browser reports a long task only after the task has ended, in a later task.
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
