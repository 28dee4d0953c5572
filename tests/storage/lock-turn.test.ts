import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeTurn } from '#src/storage/lock-turn.ts'

// Time is virtual. The locks queue requests, as browsers do.

type Work = () => Promise<unknown>

function createLocks() {
  let holder: { reject: (error: Error) => void } | null = null
  const queue: (() => void)[] = []

  function grant(work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const own = { reject }
      holder = own
      work()
        .then(resolve, reject)
        .finally(() => {
          if (holder !== own) return
          holder = null
          queue.shift()?.()
        })
    })
  }

  async function request(_name: string, { steal, signal }: LockOptions, work: Work) {
    if (steal) {
      holder?.reject(new DOMException('stolen', 'AbortError'))
      return grant(work)
    }
    if (!holder) return grant(work)
    return new Promise((resolve, reject) => {
      const begin = () => resolve(grant(work))
      queue.push(begin)
      signal?.addEventListener('abort', () => {
        if (queue.includes(begin)) queue.splice(queue.indexOf(begin), 1)
        reject(signal.reason)
      })
    })
  }
  return { request: request as unknown as LockManager['request'] } // only the form that is used
}

let locks: ReturnType<typeof createLocks>

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  locks = createLocks()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const forever = () => new Promise<void>(() => undefined)

test('the work waits for another page that writes heartbeats', async () => {
  let finish = () => {}
  void takeTurn(locks, 'job', () => new Promise<void>((resolve) => (finish = resolve)))
  const work = vi.fn(async () => 'done')
  const turn = takeTurn(locks, 'job', work)
  await pass(10 * 60_000)
  expect(work).not.toHaveBeenCalled()
  finish()
  expect(await turn).toBe('done')
  expect(localStorage).toHaveLength(0)
})

test('the work begins within a minute although a page without a heartbeat holds the lock', async () => {
  const held = locks.request('job', {}, forever)
  held.catch(() => undefined)
  const work = vi.fn(async () => 'done')
  const turn = takeTurn(locks, 'job', work)
  await pass(60_000)
  expect(work).toHaveBeenCalledOnce()
  expect(await turn).toBe('done')
})

test('a frozen page is overtaken, and its own work goes on when it is thawed', async () => {
  let finish = () => {}
  const frozen = takeTurn(locks, 'job', () => new Promise<void>((resolve) => (finish = resolve)))
  document.dispatchEvent(new Event('freeze'))
  const work = vi.fn(async () => 'done')
  void takeTurn(locks, 'job', work)
  await pass(60_000)
  expect(work).toHaveBeenCalledOnce()
  finish()
  await expect(frozen).resolves.toBeUndefined()
})

test('a page that was overtaken does not end the heartbeat of the page that has the lock', async () => {
  let finish = () => {}
  void takeTurn(locks, 'job', () => new Promise<void>((resolve) => (finish = resolve)))
  document.dispatchEvent(new Event('freeze'))
  const second = vi.fn(forever)
  void takeTurn(locks, 'job', second)
  while (second.mock.calls.length === 0) await pass(1_000)
  const third = vi.fn(forever)
  void takeTurn(locks, 'job', third)
  await pass(19_000) // after a heartbeat, and just before the third page looks for one
  finish()
  await pass(60_000)
  expect(third).not.toHaveBeenCalled()
})

test('a failure of the work is passed on, and the wait can be cancelled', async () => {
  const failing = takeTurn(locks, 'job', () => Promise.reject(new Error('It failed.')))
  await expect(failing).rejects.toThrow('It failed.')
  void takeTurn(locks, 'job', forever)
  const stop = new AbortController()
  const cancelled = takeTurn(locks, 'job', async () => undefined, stop.signal)
  stop.abort()
  await expect(cancelled).rejects.toThrow('abort')
})
