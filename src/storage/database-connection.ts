import Dexie from 'dexie'
import type { SuspensionRun } from './page-suspension.ts'
import { type StorageTrouble, StorageTroubleError, troubleOf } from './storage-trouble.ts'

// The access to a database whose rows must not be lost. Reopens dead connections, and reports storage problems before a user
// relies on the storage. Never deletes an unreadable database or replaces it with a new one.

const MAX_REOPENINGS = 3 // in a row; the next failure is reported as a problem
const ANSWER_WAIT_MS = 5_000 // a strict write takes milliseconds; after this time, the problem is reported
const CHECK_AGAIN_MS = 10_000 // a person who has just freed space waits no longer than this
/** Written by a probe: larger than most changes, so if it can be written, a change probably can too. */
export const PROBE_FILLER = '.'.repeat(4_096)

export interface StorageHealth {
  /** The known problem of the device's storage; null for none. */
  get(): StorageTrouble | null
  subscribe(listener: () => void): () => void
  /** Tests the storage with a real write, before the user makes a decision. */
  check(): Promise<void>
}

export interface DatabaseConnection {
  /**
   * Runs a step, which is one named transaction, and runs it again on a new connection if the connection died during
   * it. The step must be safe to repeat. `ready` is awaited before each run. @throws StorageTroubleError if the storage is the
   * cause
   */
  run<Result>(
    step: string,
    attempt: () => PromiseLike<Result>,
    ready?: () => Promise<void>,
  ): Promise<Result>
  health: StorageHealth
}

export interface ConnectionParts {
  /** Writes a row and returns the database's id. A recreated database has another id. */
  probe(): Promise<number>
  runActive?: SuspensionRun | undefined
  /** Whether the database is there, or may be created to check it. */
  mayOpen?(): Promise<boolean>
}

export function createDatabaseConnection(
  database: Dexie,
  { probe: writeProbe, runActive = async (work) => work(), mayOpen }: ConnectionParts,
): DatabaseConnection {
  const listeners = new Set<() => void>()
  let trouble: StorageTrouble | null = null
  let checking: Promise<void> | null = null
  let nextCheck: ReturnType<typeof setTimeout> | undefined
  /** Number of the connection, so that concurrent steps replace a dead connection only once. */
  let connection = 0
  /** The id of the database at the last check. A recreated database has another id. */
  let databaseId: number | null = null

  async function run<Result>(
    step: string,
    attempt: () => PromiseLike<Result>,
    ready?: () => Promise<void>,
  ): Promise<Result> {
    for (let reopened = 0; ; reopened += 1) {
      const used = connection
      try {
        const result = await runActive(async () => {
          await ready?.()
          await open(step)
          return watch(attempt())
        })
        // After a problem, checks the database: it may have been recreated, or still be full.
        if (trouble || reopened > 0) void check()
        return result
      } catch (error) {
        const met = troubleOf(error)
        if (!met || database.hasBeenClosed()) throw error
        if (met === 'lost') drop(used)
        // While the problem is 'lost', each step tries only once: repeated reopening would prolong the problem.
        if (met !== 'lost' || reopened === MAX_REOPENINGS || trouble === 'lost') {
          set(met)
          throw new StorageTroubleError(met, step, error)
        }
        console.warn(
          `A connection of "${database.name}" died at "${step}" and is opened again.`,
          error,
        )
      }
    }
  }

  /** Opens the database. Rejects after a timeout; the step then does not run, so that it cannot take effect later. */
  async function open(step: string): Promise<void> {
    if (database.hasBeenClosed()) throw new Dexie.DatabaseClosedError()
    if (database.isOpen()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageTroubleError('blocked', step)), ANSWER_WAIT_MS)
    })
    try {
      await Promise.race([database.open(), timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Awaits a transaction. If it hangs, reports 'blocked' but keeps waiting, because it may still commit. */
  async function watch<Result>(work: PromiseLike<Result>): Promise<Result> {
    const timer = setTimeout(() => set('blocked'), ANSWER_WAIT_MS)
    try {
      return await work
    } finally {
      clearTimeout(timer)
    }
  }

  function drop(used: number): void {
    if (used !== connection) return
    connection += 1
    database.close({ disableAutoOpen: false })
  }

  function set(next: StorageTrouble | null): void {
    // 'blocked' does not replace 'outdated', because the upgrade by a newer build may block every opening.
    const isSame = next === trouble || (next === 'blocked' && trouble === 'outdated')
    if (!isSame) {
      trouble = next
      notify()
    }
    checkLater()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  /** Schedules another check while there are a problem and subscribers. 'outdated' never recovers. */
  function checkLater(): void {
    clearTimeout(nextCheck)
    const isWorthwhile = trouble !== null && trouble !== 'outdated' && listeners.size > 0
    if (isWorthwhile) nextCheck = setTimeout(() => void check(), CHECK_AGAIN_MS)
  }

  function check(): Promise<void> {
    checking ??= probe().finally(() => {
      checking = null
    })
    return checking
  }

  async function probe(): Promise<void> {
    try {
      if (mayOpen && !(await mayOpen())) {
        databaseId = null
        return notify()
      }
      const foundId = await run('probe', writeProbe)
      const isRecreated = databaseId !== null && databaseId !== foundId
      databaseId = foundId
      // Notifies the screens to read again, because the recreated database has lost their data.
      if (isRecreated && !trouble) notify()
      set(null)
    } catch (error) {
      if (!troubleOf(error)) console.error(`"${database.name}" could not be checked.`, error)
    }
  }

  database.on('versionchange', ({ newVersion }) => {
    drop(connection)
    if (newVersion) set('outdated')
    else setTimeout(() => void check())
    return false // stops Dexie's own handler, which would log a warning
  })
  database.on('blocked', () => {
    set('blocked')
    return false // as above
  })
  database.on(
    'ready',
    () => {
      // Checks after the browser has closed the database, because the browser may have deleted the data too.
      database.backendDB().addEventListener('close', () => setTimeout(() => void check()))
    },
    true, // sticky: runs at every opening, not only the first
  )
  return {
    run,
    health: {
      get: () => trouble,
      subscribe(listener) {
        listeners.add(listener)
        checkLater()
        return () => {
          listeners.delete(listener)
          checkLater()
        }
      },
      check,
    },
  }
}
