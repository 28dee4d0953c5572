import Dexie from 'dexie'
import { onTestFinished } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, ListingChange } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createDrain, type Drain } from '#src/outbox/sending/drain.ts'
import type { DrainParts, DrainSession } from '#src/outbox/sending/drain-parts.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { sampleChange } from './sample-change.ts'
import { createVirtualLocks } from './virtual-locks.ts'

// A device for tests of the drain, which sends the outbox: a real outbox, a clock that only tests advance, and a server
// scripted by the test.

/** The maximum number of changes that the drain sends at the same time. */
export const IN_FLIGHT = 5
const TURNS = 40 // database round trips; a drain run with one change needs about ten

export const YES: ChangeAnswer = {
  status: 200,
  body: { success: true },
  isEmpty: false,
  retryAfterMs: null,
}
export const NO_ANSWER: ChangeAnswer = {
  status: null,
  body: null,
  isEmpty: false,
  retryAfterMs: null,
}

/** The answer of a server with keys, which repeats the key of the change. */
function echo({ key }: Change, came: ChangeAnswer): ChangeAnswer {
  return came.status === null ? came : { echoedKey: key, ...came }
}

export function refusal(status: number, retryAfterMs: number | null = null): ChangeAnswer {
  return {
    status,
    body: { success: false, error: 'no', code: 'not-today' },
    isEmpty: false,
    retryAfterMs,
  }
}

export interface SentCall {
  entityId: string
  key: string
  base: number | null
  token: string
}

/** Lets `drain` steal the lock of an unresponsive tab. This takes two drain runs, LOOK_AGAIN_MS apart. */
export async function overtake(device: DrainDevice, drain: Pick<Drain, 'run'>) {
  await drain.run()
  device.nowMs += LOOK_AGAIN_MS
  return drain.run()
}
export const LOOK_AGAIN_MS = 2_000

export type DrainDevice = ReturnType<typeof createDrainDevice>

/**
 * `openTab` creates the drain of one more tab. All tabs share outbox, clock, session, locks and server. The device closes
 * after the test.
 */
export function createDrainDevice() {
  const database = createOutboxDatabase()
  onTestFinished(async () => {
    database.close()
    await Dexie.delete('outbox')
  })
  const store = createOutboxStore(database)
  const sent: SentCall[] = []
  const outcomes: ChangeOutcome[] = []
  const self = {
    nowMs: 0,
    session: { userId: 'asha', token: 'asha-token' } as DrainSession | null, // null: signed out
    /** Whether the last call to the server was answered; shared by all tabs. */
    reachable: 'online' as 'online' | 'offline', // typed with both values, because tests change it
    /** Whether each call to the server was answered, in the order of the calls. */
    reports: [] as boolean[], // empty, so its type cannot be inferred
    /** Whether the server answers the request that probes its reachability. */
    isServerUp: true,
    probes: 0,
    isVisible: true,
    locks: createVirtualLocks() as ReturnType<typeof createVirtualLocks> | undefined, // undefined in old browsers
  }

  function openTab(
    respond: (change: Change) => ChangeAnswer | Promise<ChangeAnswer>,
    overrides: Partial<DrainParts> = {},
  ) {
    return createDrain({
      store,
      outcomes: { publish: (outcome) => outcomes.push(outcome) },
      findSession: async () => self.session,
      send: async (change, token) => {
        const base = change.entity === 'listing' ? change.baseVersion : null
        sent.push({ entityId: change.entityId, key: change.key, base, token })
        return echo(change, await respond(change))
      },
      readEventList: async () => ({ status: null, json: undefined }),
      isReachable: async () => {
        self.probes += 1
        return self.isServerUp
      },
      reachability: {
        get: () => self.reachable,
        isProven: () => self.reachable === 'online',
        report: (isAnswered) => {
          self.reachable = isAnswered ? 'online' : 'offline'
          self.reports.push(isAnswered)
        },
      },
      onSignedOut: async () => {
        self.session = null
      },
      isVisible: () => self.isVisible,
      locks: self.locks,
      now: () => self.nowMs,
      random: () => 0.5,
      ...overrides,
    })
  }

  return Object.assign(self, {
    database,
    store,
    sent,
    outcomes,
    openTab,
    queue: (overrides: Partial<ListingChange> = {}) => store.queueChange(sampleChange(overrides)),
    async queueAll(entityIds: Iterable<string>): Promise<void> {
      for (const entityId of entityIds) await store.queueChange(sampleChange({ entityId }))
    },
    list: () => store.listChanges('asha'),
    states: async () => (await store.listChanges('asha')).map(({ state }) => state),
    sentIds: () => sent.map(({ entityId }) => entityId),
    results: () => outcomes.map(({ result }) => result),
    /**
     * Waits until no drain run can make progress, not even one whose lock was stolen. A step of a run takes one database
     * round trip, so this makes more round trips than a run has steps.
     */
    async settle(): Promise<void> {
      for (let turn = 0; turn < TURNS; turn += 1) await store.listChanges('asha')
    },
  })
}

/** A promise that the test resolves. It simulates a response in flight or a frozen page. */
export function createGate<Value>() {
  let open: (value: Value) => void = () => undefined
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  let reach: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  return {
    open: (value: Value) => open(value),
    /** Resolves when code waits at the gate. */
    reached,
    pass(): Promise<Value> {
      reach()
      return opened
    },
  }
}
