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
 * The Web Locks that the tabs of a browser share: supports `ifAvailable`, `steal`, and a request with a `signal` that
 * waits in line.
 */
export function createVirtualLocks(): Locks & { isHeld(name: string): boolean } {
  const holders = new Map<string, Held>()
  const lines = new Map<string, (() => void)[]>()

  async function request(
    name: string,
    options: LockOptions,
    work: LockGrantedCallback<unknown>,
  ): Promise<unknown> {
    await Promise.resolve() // a lock is never granted synchronously
    const holder = holders.get(name)
    if (holder && !options.steal) {
      if (options.ifAvailable) return work(null)
      if (!options.signal) throw new Error('A request without a signal could wait for ever.')
      await waitInLine(name, options.signal)
    } else holder?.lose()
    return hold({ name, mode: 'exclusive' }, work)
  }

  function waitInLine(name: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = lines.get(name) ?? []
      lines.set(name, [...line, resolve])
      signal.addEventListener('abort', () => {
        lines.set(
          name,
          (lines.get(name) ?? []).filter((one) => one !== resolve),
        )
        reject(new DOMException('The request was aborted.', 'AbortError'))
      })
    })
  }

  function giveBack(name: string): void {
    holders.delete(name)
    const [next, ...others] = lines.get(name) ?? []
    lines.set(name, others)
    next?.()
  }

  function hold(lock: Lock, work: LockGrantedCallback<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lose = () => reject(new DOMException('The lock was stolen.', 'AbortError'))
      const held = { lock, lose }
      holders.set(lock.name, held)
      Promise.resolve(work(lock))
        .finally(() => {
          if (holders.get(lock.name) === held) giveBack(lock.name)
        })
        .then(resolve, reject)
    })
  }

  return {
    request: request as LockManager['request'], // the drain uses only the three-argument form
    isHeld: (name) => holders.has(name),
  }
}
