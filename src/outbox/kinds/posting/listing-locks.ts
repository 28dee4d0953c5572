// Locks for listings. While a listing is open in a tab, the sender of unsent listings skips it, so that only the
// listing's screen changes its version.

export interface ListingLocks {
  /** Opens a listing in this tab, and stops any sending of it. Resolves with a function that releases the lock. */
  hold(id: string): Promise<() => void>
  /**
   * Runs `work` under the listing's lock. Returns 'open' if this tab has opened the listing, 'busy' if another tab
   * has the lock.
   */
  alone<Result>(
    id: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | 'open' | 'busy'>
  /** Calls back when this tab has released a listing. */
  onFree(listener: () => void): () => void
}

/** `locks` is absent in insecure contexts, where the locks work within this page only. */
export function createListingLocks(locks: Pick<LockManager, 'request'> | undefined): ListingLocks {
  const open = new Map<string, number>()
  const sending = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  const isOpen = (id: string) => (open.get(id) ?? 0) > 0
  const nameOf = (id: string) => `listing ${id}`

  async function holdOverTabs(id: string, until: Promise<void>): Promise<void> {
    if (!locks) return
    const name = nameOf(id)
    const isShared = await new Promise<boolean>((resolve) => {
      // Shared, because two tabs may have the same listing open.
      void locks.request(name, { mode: 'shared', ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? until : undefined
      })
    })
    if (isShared) return
    await new Promise<void>((resolve) => {
      locks
        .request(name, { steal: true }, () => {
          resolve()
          return until
        })
        .catch((error: unknown) => {
          if (!isStolen(error)) throw error // a tab that opens the listing later steals an exclusive lock
        })
    })
  }

  return {
    async hold(id) {
      open.set(id, (open.get(id) ?? 0) + 1)
      sending.get(id)?.abort()
      let end = () => {}
      const until = new Promise<void>((resolve) => {
        end = resolve
      })
      await holdOverTabs(id, until)
      return () => {
        open.set(id, (open.get(id) ?? 1) - 1)
        end()
        for (const listener of listeners) listener()
      }
    },

    async alone(id, work) {
      if (isOpen(id)) return 'open'
      const abort = new AbortController()
      sending.set(id, abort)
      try {
        if (!locks) return await work(abort.signal)
        return await locks.request(nameOf(id), { ifAvailable: true }, async (lock) =>
          lock ? work(abort.signal) : 'busy',
        )
      } catch (error) {
        if (!isStolen(error)) throw error
        abort.abort()
        return isOpen(id) ? 'open' : 'busy'
      } finally {
        sending.delete(id)
      }
    },

    onFree(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isStolen(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
