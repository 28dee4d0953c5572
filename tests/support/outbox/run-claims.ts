import Dexie from 'dexie'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import {
  createOutboxStore,
  type OutboxStore,
  type OutboxStoreOptions,
} from '#src/outbox/outbox-store.ts'
import type { ClaimOptions } from '#src/outbox/queue/change-rules.ts'
import { longestPauseMs } from '#src/outbox/retry-policy.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'

/**
 * Call once per test file: every test gets a real, empty outbox. `reopen` closes and opens it, as a
 * restart of the app does; `open` adds a connection, as another tab does.
 */
export function setupOutbox(options: OutboxStoreOptions = {}) {
  const connections: ReturnType<typeof createOutboxDatabase>[] = []
  function open() {
    const database = createOutboxDatabase()
    connections.push(database)
    return { database, store: createOutboxStore(database, options) }
  }
  function close() {
    for (const database of connections.splice(0)) database.close()
  }
  const outbox = {
    ...({} as ReturnType<typeof open>), // `beforeEach` sets these members
    open,
    reopen() {
      close()
      Object.assign(outbox, open())
    },
    at: (seq: number) => changeAt(outbox.database, seq),
  }
  beforeEach(() => {
    // Runs after all other clean-up of the test, which may close further connections.
    onTestFinished(() => Dexie.delete('outbox'))
    outbox.reopen()
  })
  afterEach(close)
  return outbox
}

/** The stored change with this number. @throws if there is none. */
export async function changeAt({ changes }: OutboxDatabase, seq: number): Promise<Change> {
  const change = await changes.get(seq)
  if (!change) throw new Error(`No change has the number ${seq}.`)
  return change
}

export interface NewRunClaim extends Partial<Omit<ClaimOptions, 'fencingToken' | 'leaseMsOf'>> {
  /** Lease of every claim, in milliseconds. */
  leaseMs?: number
}

/**
 * Claims due changes as a new drain run does: with a new fencing token, which invalidates all
 * earlier ones.
 */
export async function claimInNewRun(
  store: OutboxStore,
  { nowMs = 0, leaseMs = 40_000, ...options }: NewRunClaim = {},
): Promise<Change[]> {
  const { fencingToken } = await store.startRun('shared', nowMs)
  const claimed = await store.claimChanges({
    userId: 'asha',
    fencingToken,
    nowMs,
    limit: 10,
    first: 'oldest',
    isTogether: true,
    leaseMsOf: () => leaseMs,
    ignoreLeases: false,
    longestPauseMs: longestPauseMs(false),
    takes: () => true,
    ...options,
  })
  if (!claimed) throw new Error('Another run began in between.')
  return claimed
}

/** Claims one due change in a new run. @throws if nothing is due. */
export async function claimOne(store: OutboxStore, options: NewRunClaim = {}): Promise<Change> {
  const [change] = await claimInNewRun(store, { limit: 1, ...options })
  if (!change) throw new Error('nothing is due')
  return change
}
