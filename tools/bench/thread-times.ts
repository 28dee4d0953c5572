import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

// The processor time of a process's threads, as Linux records it. Unlike the time that passes, it is the same beside others'
// work.

const SAMPLE_MS = 5 // a thread that ends takes its time with it

/** Runs `work`, and returns the seconds of each thread with this name that ran meanwhile. */
export async function watchThreads(
  pids: readonly number[],
  name: string,
  work: () => Promise<void>,
): Promise<number[]> {
  const seconds = new Map<string, number>()
  let isRunning = true
  const sampling = (async () => {
    while (isRunning) {
      for (const pid of pids) sampleThreads(pid, name, seconds)
      await wait(SAMPLE_MS)
    }
  })()
  try {
    await work()
  } finally {
    isRunning = false
    await sampling
  }
  return [...seconds.values()]
}

function sampleThreads(pid: number, name: string, seconds: Map<string, number>): void {
  const root = `/proc/${pid}/task`
  for (const thread of readdirSync(root)) {
    const read = (file: string) => readFileSync(`${root}/${thread}/${file}`, 'utf8')
    try {
      if (read('comm').trim() !== name) continue
      seconds.set(`${pid}/${thread}`, Number(read('schedstat').split(' ')[0]) / 1e9)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

/** True if the thread has ended between two reads. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'ESRCH'
}
