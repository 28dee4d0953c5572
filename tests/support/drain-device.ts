import Dexie from 'dexie'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, ListingChange } from '#src/domain/change.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import {
  createDrain,
  type Drain,
  type DrainParts,
  type DrainSession,
} from '#src/outbox/sending/drain.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { sampleChange } from './sample-change.ts'

// A device for drains: a real outbox, a clock that stands until a test moves it, and a server that a test answers for.

/** How many calls a drain has under way at once. */
export const IN_FLIGHT = 5
const TURNS = 40 // a pass with one change takes about ten

export const YES: ChangeAnswer = {
  status: 200,
  body: { success: true },
  isEmpty: false,
  retryAfterMs: null,
}
export const SILENCE: ChangeAnswer = {
  status: null,
  body: null,
  isEmpty: false,
  retryAfterMs: null,
}

export function refusal(status: number, retryAfterMs: number | null = null): ChangeAnswer {
  return { status, body: { success: false, error: 'no' }, isEmpty: false, retryAfterMs }
}

export interface SentCall {
  entityId: string
  key: string
  base: number | null
  token: string
}

/** A silent holder of the lock is overtaken at the second look: two runs, and the time between them. */
export async function overtake(device: DrainDevice, drain: Pick<Drain, 'run'>) {
  await drain.run()
  device.nowMs += LOOK_AGAIN_MS
  return drain.run()
}
export const LOOK_AGAIN_MS = 2_000

export type DrainDevice = ReturnType<typeof createDrainDevice>

/** `openTab` makes a drain of one more page; all share outbox, clock, session and server. */
export function createDrainDevice() {
  const database = createOutboxDatabase()
  const store = createOutboxStore(database)
  const sent: SentCall[] = []
  const outcomes: ChangeOutcome[] = []
  const self = {
    nowMs: 0,
    session: { userId: 'asha', token: 'asha-token' } as DrainSession | null, // a test may sign it out
    /** What the last call came back with, for every tab. */
    reachable: 'online' as 'online' | 'offline', // as above
    /** Everything that was said of the network since the start, in order. */
    reports: [] as boolean[], // empty at the start
    /** What the server says when it is asked whether it is there. */
    isServerUp: true,
    /** How often it was asked. */
    probes: 0,
    isVisible: true,
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
        return respond(change)
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
      locks: undefined,
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
    /** Lets every pass go as far as it can, one that lost its lock too: each step of one is a turn of the database. */
    async settle(): Promise<void> {
      for (let turn = 0; turn < TURNS; turn += 1) await store.listChanges('asha')
    },
    async close(): Promise<void> {
      database.close()
      await Dexie.delete('outbox')
    },
  })
}

/** Something that happens when a test says so: an answer on its way, or a page that its browser froze. */
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
    /** Resolves when someone waits at the gate. */
    reached,
    /** Waits until it opens. */
    pass(): Promise<Value> {
      reach()
      return opened
    },
  }
}
