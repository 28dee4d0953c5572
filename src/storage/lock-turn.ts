// One page at a time does a job, under a Web Lock. A frozen page keeps its locks, and so may a page that a browser has lost:
// the holder writes heartbeats, and the next page takes the lock of a holder without them.

const LOOK_MS = 20_000 // how long a page waits for the lock before it looks for the heartbeat
const BEAT_MS = 15_000
const ALIVE_MS = 75_000 // browsers run the timers of a hidden page once a minute

/**
 * Runs the work when no other page holds the lock, or when its holder is frozen or gone. If another page takes the lock
 * meanwhile, this work goes on beside it: it must be safe to do twice. `signal` ends the wait for the lock.
 */
export async function takeTurn<Result>(
  locks: Pick<LockManager, 'request'>,
  lock: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let steals = false; ; steals = !hasHeartbeat(lock)) {
    let own: Promise<Result> | null = null
    const wait = new AbortController()
    const stop = () => wait.abort()
    const timer = setTimeout(stop, LOOK_MS)
    signal?.addEventListener('abort', stop)
    try {
      const options = steals ? { steal: true } : { signal: wait.signal }
      await locks.request(lock, options, () => {
        clearTimeout(timer)
        own = withHeartbeat(lock, work)
        return own
      })
    } catch (error) {
      signal?.throwIfAborted()
      // Without own work, the wait is over. Otherwise the lock was stolen, or the work failed, which is returned below.
      if (!own && !wait.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    if (own) return own
  }
}

async function withHeartbeat<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  const stop = keepHeartbeat(lock)
  try {
    return await work()
  } finally {
    stop()
  }
}

/** Shows the other pages that the holder of this lock is alive, until the returned function is called. */
export function keepHeartbeat(lock: string): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let last = ''
  const beat = () => {
    last = `${Date.now()} ${crypto.randomUUID()}`
    localStorage.setItem(keyOf(lock), last)
  }
  const begin = () => {
    beat()
    timer = setInterval(beat, BEAT_MS)
  }
  const end = () => {
    clearInterval(timer)
    // Not the heartbeat of a page that has taken the lock meanwhile.
    if (localStorage.getItem(keyOf(lock)) === last) localStorage.removeItem(keyOf(lock))
  }
  document.addEventListener('freeze', end)
  document.addEventListener('resume', begin)
  begin()
  return () => {
    document.removeEventListener('freeze', end)
    document.removeEventListener('resume', begin)
    end()
  }
}

/** Whether the holder of a lock is alive. Its first heartbeat may come a moment after it has got the lock. */
export function hasHeartbeat(lock: string): boolean {
  const ageMs = Date.now() - Number.parseInt(localStorage.getItem(keyOf(lock)) ?? '0', 10)
  return Math.abs(ageMs) < ALIVE_MS // also if the clock was set back
}

function keyOf(lock: string): string {
  return `holder:${lock}`
}
