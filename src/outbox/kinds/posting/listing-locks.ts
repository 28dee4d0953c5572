import { shortHash } from '#src/domain/short-hash.ts'
import { hasHeartbeat, keepHeartbeat } from '#src/storage/lock-turn.ts'

// Locks for listings. While a listing is open in a tab, the outbox does not send it, so that only the listing's screen changes
// its version. A frozen tab, which keeps its locks, is overtaken.

const SILENT_MS = 20_000 // longer than the pause between two heartbeats

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
  /** Whether a tab that is alive has opened the listing. */
  isOpen(id: string): Promise<boolean>
  /** Calls back when this tab has released a listing. */
  onFree(listener: () => void): () => void
}

/** `locks` is absent in insecure contexts, where the locks work within this page only. */
export function createListingLocks(
  locks: Pick<LockManager, 'request' | 'query'> | undefined,
  now: () => number = Date.now,
): ListingLocks {
  const open = new Map<string, number>()
  const sending = new Map<string, AbortController>()
  const listeners = new Set<() => void>()
  /** By listing: since when its lock has been held without a heartbeat, in epoch milliseconds. */
  const silentSince = new Map<string, number>()
  const isOpenHere = (id: string) => (open.get(id) ?? 0) > 0
  const nameOf = (id: string) => `listing ${id}`
  const beatOf = (id: string) => `listing-${shortHash(id)}` // it stays in web storage when a tab is killed

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

  /** A frozen page keeps its locks. Another holder may only be about to show that it is alive, so one look is not enough. */
  function lookForHeartbeat(id: string): void {
    if (hasHeartbeat(beatOf(id))) silentSince.delete(id)
    else if (!silentSince.has(id)) silentSince.set(id, now())
  }

  function isSilent(id: string): boolean {
    const since = silentSince.get(id)
    return since !== undefined && !hasHeartbeat(beatOf(id)) && now() - since >= SILENT_MS
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
      const stopHeartbeat = locks ? keepHeartbeat(beatOf(id)) : () => {}
      return () => {
        stopHeartbeat()
        open.set(id, (open.get(id) ?? 1) - 1)
        end()
        for (const listener of listeners) listener()
      }
    },

    async alone(id, work) {
      if (isOpenHere(id)) return 'open'
      const abort = new AbortController()
      sending.set(id, abort)
      try {
        if (!locks) return await work(abort.signal)
        const options = isSilent(id) ? { steal: true } : { ifAvailable: true }
        const result = await locks.request(nameOf(id), options, async (lock) =>
          lock ? work(abort.signal) : ('busy' as const),
        )
        if (result === 'busy') lookForHeartbeat(id)
        else silentSince.delete(id)
        return result
      } catch (error) {
        if (!isStolen(error)) throw error
        abort.abort()
        return isOpenHere(id) ? 'open' : 'busy'
      } finally {
        sending.delete(id)
      }
    },

    async isOpen(id) {
      if (isOpenHere(id) || !locks) return isOpenHere(id)
      const name = nameOf(id)
      const { held = [] } = await locks.query()
      return held.some((lock) => lock.name === name) && hasHeartbeat(beatOf(id))
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
