import Dexie from 'dexie'
import type { OutboxDatabase } from './outbox-database.ts'
import type { SuspensionRun } from './page-suspension.ts'
import { type StorageTrouble, StorageTroubleError, troubleOf } from './storage-trouble.ts'

// The one way to the outbox's database. A connection that died is dropped and opened again; what the storage cannot do
// is known and said before a person relies on it. Nothing here deletes, or begins anew in place of what cannot be read.

const MAX_REOPENINGS = 3 // in a row: a connection that dies again and again is said aloud instead
const ANSWER_WAIT_MS = 5_000 // a strict write takes milliseconds; a person who waits longer must know why
const CHECK_AGAIN_MS = 10_000 // soon enough for somebody who has just made room
const FILLER = '.'.repeat(4_096) // more than a change takes, so that what has room for it has room for a change

export interface StorageHealth {
  /** What is wrong with the device's storage; null when nothing is known to be. */
  get(): StorageTrouble | null
  subscribe(listener: () => void): () => void
  /** Finds out by a real write, so that it is known before anybody decides something. */
  check(): Promise<void>
}

export interface OutboxConnection {
  /**
   * Runs a transaction on a connection that is alive, and runs it again when the connection died meanwhile; it must be
   * safe to repeat. Throws a StorageTroubleError when the storage is to blame.
   */
  run<Result>(step: string, attempt: () => PromiseLike<Result>): Promise<Result>
  health: StorageHealth
}

export function createOutboxConnection(
  database: OutboxDatabase,
  runActive: SuspensionRun = async (work) => work(),
): OutboxConnection {
  const listeners = new Set<() => void>()
  let trouble: StorageTrouble | null = null
  let checking: Promise<void> | null = null
  let nextCheck: ReturnType<typeof setTimeout> | undefined
  /** Counts the connections, so that many steps that met the same dead one replace it once. */
  let connection = 0
  /** The database of the last check: a recreated one has another id. */
  let databaseId: number | null = null

  async function run<Result>(step: string, attempt: () => PromiseLike<Result>): Promise<Result> {
    for (let reopened = 0; ; reopened += 1) {
      const used = connection
      try {
        const result = await runActive(async () => {
          await open(step)
          return watch(attempt())
        })
        // What was opened again may be another database, or still without room.
        if (trouble || reopened > 0) void check()
        return result
      } catch (error) {
        const met = troubleOf(error)
        if (!met || database.hasBeenClosed()) throw error
        if (met === 'lost') drop(used)
        // Where it is known to be lost, each step tries once: reopening over and over is what keeps it lost.
        if (met !== 'lost' || reopened === MAX_REOPENINGS || trouble === 'lost') {
          set(met)
          throw new StorageTroubleError(met, step, error)
        }
        console.warn(`The outbox's connection died at "${step}" and is opened again.`, error)
      }
    }
  }

  /** An opening that does not come to an end is given up on, so that its step is surely not done later. */
  async function open(step: string): Promise<void> {
    if (database.hasBeenClosed()) throw new Dexie.DatabaseClosedError()
    if (database.isOpen()) return
    let late: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new StorageTroubleError('blocked', step)), ANSWER_WAIT_MS)
    })
    try {
      await Promise.race([database.open(), silence])
    } finally {
      clearTimeout(late)
    }
  }

  /** A transaction that hangs may still be committed: that is said, and its end is waited for. */
  async function watch<Result>(work: PromiseLike<Result>): Promise<Result> {
    const late = setTimeout(() => set('blocked'), ANSWER_WAIT_MS)
    try {
      return await work
    } finally {
      clearTimeout(late)
    }
  }

  function drop(used: number): void {
    if (used !== connection) return
    connection += 1
    database.close({ disableAutoOpen: false })
  }

  function set(next: StorageTrouble | null): void {
    // A newer build's upgrade may hold up every opening: the first word on it is the better one.
    const isSame = next === trouble || (next === 'blocked' && trouble === 'outdated')
    if (!isSame) {
      trouble = next
      tell()
    }
    checkLater()
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  /** What somebody looks at gets well by itself. A newer build stays newer. */
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
      const foundId = await run('probe', () =>
        database.transaction('rw!', database.counters, () => writeProbe(database)),
      )
      const isRecreated = databaseId !== null && databaseId !== foundId
      databaseId = foundId
      // Screens read again: they must not go on showing what is gone.
      if (isRecreated && !trouble) tell()
      set(null)
    } catch (error) {
      if (!troubleOf(error)) console.error('The outbox could not be checked.', error)
    }
  }

  database.on('versionchange', ({ newVersion }) => {
    drop(connection)
    if (newVersion) set('outdated')
    else setTimeout(() => void check())
    return false // Dexie's own answer to it is the same, with a warning
  })
  database.on('blocked', () => {
    set('blocked')
    return false // as above
  })
  database.on(
    'ready',
    () => {
      // Closed by the browser, perhaps because what was in it is gone: the screens must not go on showing that.
      database.backendDB().addEventListener('close', () => setTimeout(() => void check()))
    },
    true, // at every opening
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

/** Returns the database's id, which the first probe creates. */
async function writeProbe({ counters }: OutboxDatabase): Promise<number> {
  const row = await counters.get('probe')
  const databaseId = row?.value || (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1)
  await counters.put({ name: 'probe', value: databaseId, filler: FILLER })
  return databaseId
}
