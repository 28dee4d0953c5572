import type Dexie from 'dexie'
import { runActive } from './page-suspension.ts'
import { StorageTroubleError, troubleOf } from './storage-trouble.ts'

// A database may never open: a frozen tab with an earlier version blocks it. Code that can go on without its data must not
// wait for it.

const LIMIT_MS = 3_000 // opening takes milliseconds; longer than this, a screen without the data is better than none

type Calls<Store> = { [Name in keyof Store]: (...given: never[]) => Promise<unknown> }

export type OpeningLimit = ReturnType<typeof createOpeningLimit>

const limits = new WeakMap<Dexie, OpeningLimit>()

/** The limit of this connection, which all its users share: only the first one waits. */
export function openingLimitOf(database: Dexie): OpeningLimit {
  const limit = limits.get(database) ?? createOpeningLimit(database)
  limits.set(database, limit)
  return limit
}

function createOpeningLimit(database: Dexie) {
  const listeners = new Set<() => void>()
  let isBlocked = false

  function set(next: boolean): void {
    if (next === isBlocked) return
    isBlocked = next
    for (const listener of listeners) listener()
  }

  /** @throws StorageTroubleError if the database does not open in time; it may still open later */
  async function requireOpen(): Promise<void> {
    if (database.isOpen() || database.hasBeenClosed()) return
    // A suspended page opens nothing, and the time until it resumes does not count.
    await runActive(database, openInTime)
  }

  async function openInTime(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          set(true)
          reject(new StorageTroubleError('blocked', 'open'))
        },
        isBlocked ? 0 : LIMIT_MS,
      )
    })
    const opening = database.open().then(() => set(false))
    // A failure after the limit is reported by the next call.
    opening.catch(() => undefined)
    try {
      await Promise.race([opening, limit])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    requireOpen,
    /** Does the work, or returns `instead` if the database does not open in time, or cannot be opened. */
    async orElse<Result>(instead: Result, work: () => PromiseLike<Result>): Promise<Result> {
      try {
        await requireOpen()
      } catch (error) {
        if (!troubleOf(error)) throw error
        console.warn(`The app goes on without "${database.name}" on this device.`, error)
        return instead
      }
      return work()
    },
    /** Wraps each method: it fails after three seconds if the database does not open, and later at once. */
    guard<Store extends Calls<Store>>(store: Store): Store {
      const calls = Object.entries<(...given: never[]) => Promise<unknown>>(store)
      const guarded = calls.map(([name, call]) => [
        name,
        async (...given: never[]) => {
          await requireOpen()
          return call(...given)
        },
      ])
      return Object.fromEntries(guarded) // the same names, each with the same arguments and result
    },
    /** Whether the database did not open in time, and still has not. */
    isBlocked: (): boolean => isBlocked,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
