import type { SimContext, SimWorld } from './sim-world.ts'

// Web Locks of one device: a lock is granted in a separate turn and released when its tab dies. When a lock is stolen, the
// holder gets an AbortError; a frozen tab gets it after it is thawed.

interface Held {
  context: SimContext
  reject: (error: unknown) => void
}

type Callback = (lock: Lock | null) => unknown

export class SimLocks {
  private readonly held = new Map<string, Held>()

  constructor(private readonly world: SimWorld) {}

  for(context: SimContext): Pick<LockManager, 'request'> {
    const request = (name: string, options: LockOptions, callback: Callback) =>
      this.request(context, name, options, callback)
    return { request } as unknown as Pick<LockManager, 'request'> // has only the overload that the drain calls
  }

  release(context: SimContext): void {
    for (const [name, held] of this.held) if (held.context === context) this.held.delete(name)
  }

  private request(context: SimContext, name: string, options: LockOptions, callback: Callback) {
    return new Promise((resolve, reject) => {
      this.world.enqueue(context, () => {
        const before = this.held.get(name)
        if (before && !options.steal) {
          resolve(callback(null))
          return
        }
        if (before) {
          const stolen = new DOMException('The lock was stolen.', 'AbortError')
          this.world.enqueue(before.context, () => before.reject(stolen))
        }
        const mine: Held = { context, reject }
        this.held.set(name, mine)
        const release = () => {
          if (this.held.get(name) === mine) this.held.delete(name)
        }
        // Not awaited, because the callback holds the lock over many turns.
        void Promise.resolve(callback({ name, mode: 'exclusive' } as Lock)).then(
          (value) => {
            release()
            resolve(value)
          },
          (error: unknown) => {
            release()
            reject(error)
          },
        )
      })
    })
  }
}
