import type { DrainRunnerParts } from '#src/outbox/sending/drain-run.ts'

type Locks = NonNullable<DrainRunnerParts['locks']>

interface Held {
  lock: Lock
  /**
   * Rejects the holder's request; its callback keeps running, as in the Web Locks specification.
   */
  lose(): void
}

/**
 * The Web Locks that the tabs of a browser share: supports `ifAvailable` and `steal`, but no
 * queueing.
 */
export function createVirtualLocks(): Locks & { isHeld(name: string): boolean } {
  const holders = new Map<string, Held>()

  async function request(
    name: string,
    options: LockOptions,
    work: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    await Promise.resolve() // a lock is never granted synchronously
    const holder = holders.get(name)
    if (holder && !options.steal) {
      if (options.ifAvailable) return work(null)
      throw new Error('A request that waits in line is not needed here.')
    }
    holder?.lose()
    return hold({ name, mode: 'exclusive' }, work)
  }

  function hold(lock: Lock, work: LockGrantedCallback<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lose = () => reject(new DOMException('The lock was stolen.', 'AbortError'))
      const held = { lock, lose }
      holders.set(lock.name, held)
      Promise.resolve(work(lock))
        .finally(() => {
          if (holders.get(lock.name) === held) holders.delete(lock.name)
        })
        .then(resolve, reject)
    })
  }

  return {
    request: request as LockManager['request'], // the drain uses only the three-argument form
    isHeld: (name) => holders.has(name),
  }
}
