import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change, ListingChange } from '#src/domain/change.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore, type OutboxStore } from '#src/storage/outbox-store.ts'
import type { ChangeOutcome } from '#src/sync/change-outcomes.ts'
import { createDrain, type DrainParts, type DrainSession } from '#src/sync/drain.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

const YES: ChangeAnswer = {
  status: 200,
  body: { success: true },
  isEmpty: false,
  retryAfterMs: null,
}
const SILENCE: ChangeAnswer = { status: null, body: null, isEmpty: false, retryAfterMs: null }
const status = (code: number, retryAfterMs: number | null = null): ChangeAnswer => ({
  status: code,
  body: { success: false, error: 'no' },
  isEmpty: false,
  retryAfterMs,
})

let database: OutboxDatabase
let store: OutboxStore
let nowMs: number
let session: DrainSession | null
let reachable: 'online' | 'offline'
let sent: { entityId: string; key: string; base: number | null; token: string }[]
let outcomes: ChangeOutcome[]

beforeEach(() => {
  database = createOutboxDatabase()
  store = createOutboxStore(database)
  nowMs = 0
  session = { userId: 'asha', token: 'asha-token' }
  reachable = 'online'
  sent = []
  outcomes = []
})

afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

function drainWith(
  respond: (change: Change) => ChangeAnswer | Promise<ChangeAnswer>,
  overrides: Partial<DrainParts> = {},
) {
  return createDrain({
    store,
    outcomes: { publish: (outcome) => outcomes.push(outcome) },
    findSession: async () => session,
    send: async (change, token) => {
      const base = change.entity === 'listing' ? change.baseVersion : null
      sent.push({ entityId: change.entityId, key: change.key, base, token })
      return respond(change)
    },
    readEventList: async () => ({ status: null, json: undefined }),
    isReachable: async () => true,
    reachability: {
      get: () => reachable,
      isProven: () => reachable === 'online',
      report: (isAnswered) => {
        reachable = isAnswered ? 'online' : 'offline'
      },
    },
    onSignedOut: async () => {
      session = null
    },
    isVisible: () => true,
    locks: undefined,
    now: () => nowMs,
    random: () => 0.5,
    ...overrides,
  })
}

const queue = (overrides: Partial<ListingChange> = {}) => store.queueChange(sampleChange(overrides))
const states = async () => (await store.listChanges('asha')).map(({ state }) => state)
const results = () => outcomes.map(({ result }) => result)

test('everything that waits is sent once, and told', async () => {
  await queue({ entityId: 'a' })
  await queue({ entityId: 'b' })
  await drainWith(() => YES).run()
  expect(sent.map(({ entityId }) => entityId)).toEqual(['a', 'b'])
  expect(await states()).toEqual(['acked', 'acked'])
  expect(results()).toEqual(['done', 'done'])
})

test('changes of one listing go in order, the second on the version that the first made', async () => {
  await queue({ entityId: 'a' })
  let isFirst = true
  await drainWith(async () => {
    if (isFirst) {
      isFirst = false
      await queue({ entityId: 'a', action: { kind: 'status', to: 'rejected' }, from: 'approved' })
    }
    const data = { _id: 'a', version: sent.length + 10 }
    return { ...YES, body: { success: true, data } }
  }).run()
  expect(sent.map(({ base }) => base)).toEqual([3, 11])
  expect(await states()).toEqual(['acked', 'acked'])
})

test('calls during a pass join it, and what came late goes out all the same', async () => {
  await queue({ entityId: 'a' })
  const drain = drainWith(async ({ entityId }) => {
    if (entityId === 'a') {
      await queue({ entityId: 'late' })
      void drain.run()
    }
    return YES
  })
  await Promise.all([drain.run(), drain.run()])
  expect(sent.map(({ entityId }) => entityId)).toEqual(['a', 'late'])
})

test('two drains at once send each change once', async () => {
  for (const entityId of ['a', 'b', 'c']) await queue({ entityId })
  await Promise.all([drainWith(() => YES).run(), drainWith(() => YES).run()])
  expect(sent.map(({ entityId }) => entityId).sort()).toEqual(['a', 'b', 'c'])
})

test('after a silence nothing more is tried: what was not sent stays unsent', async () => {
  for (const entityId of ['a', 'b', 'c', 'd', 'e', 'f']) await queue({ entityId })
  const report = await drainWith(() => SILENCE).run()
  expect(sent).toHaveLength(4)
  expect((await store.listChanges('asha')).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 0, 0])
  expect(report.nextDueAt).toBeGreaterThan(0)
  expect(reachable).toBe('offline')
})

test('while the server cannot be reached nothing is claimed, and it is asked again later', async () => {
  reachable = 'offline'
  await queue()
  const report = await drainWith(() => YES, { isReachable: async () => false }).run()
  expect(sent).toEqual([])
  expect((await store.listChanges('asha'))[0]?.tries).toBe(0)
  expect(report.nextDueAt).toBeGreaterThan(0)
})

test('an "Offline" that someone reads is looked at again though nothing waits; a hidden one is not', async () => {
  reachable = 'offline'
  let isVisible = false
  let asked = 0
  const isReachable = async () => {
    asked += 1
    return asked > 1
  }
  const drain = drainWith(() => YES, { isVisible: () => isVisible, isReachable })
  expect(await drain.run()).toEqual({ nextDueAt: null })
  isVisible = true
  expect((await drain.run()).nextDueAt).toBeGreaterThan(0)
  expect(await drain.run()).toEqual({ nextDueAt: null })
  expect([asked, reachable]).toEqual([2, 'online'])
})

test('once it answers again, what a silence had put off goes at once with the same key', async () => {
  await queue()
  let isCut = true
  const drain = drainWith(() => (isCut ? SILENCE : YES), { isReachable: async () => !isCut })
  reachable = 'online'
  await drain.run()
  await drain.run()
  isCut = false
  await drain.run()
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key])
  expect(await states()).toEqual(['acked'])
})

test('a server that answers the probe and nothing else is asked ever more rarely, and starves no listing', async () => {
  for (const entityId of ['a', 'b', 'c', 'd', 'e']) await queue({ entityId })
  const drain = drainWith(() => SILENCE)
  const pauses: number[] = []
  for (let pass = 0; pass < 3; pass += 1) {
    const { nextDueAt } = await drain.run()
    pauses.push((nextDueAt ?? 0) - nowMs)
    nowMs = nextDueAt ?? 0
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses[0]).toBeGreaterThan(0)
  expect(sent.map(({ entityId }) => entityId)).toContain('e')
})

test('a server without room for anyone is not asked by every change in turn', async () => {
  for (const entityId of ['a', 'b', 'c', 'd', 'e', 'f']) await queue({ entityId })
  const drain = drainWith(() => status(503, 60_000))
  expect((await drain.run()).nextDueAt).toBe(60_000)
  await drain.run()
  expect(sent).toHaveLength(4)
  expect((await store.listChanges('asha')).slice(4).map(({ tries }) => tries)).toEqual([0, 0])
})

test('a busy server is left alone for as long as it asks', async () => {
  await queue()
  const report = await drainWith(() => status(503, 9_000)).run()
  expect(report.nextDueAt).toBe(9_000)
  await drainWith(() => YES).run()
  expect(sent).toHaveLength(1)
  nowMs = 9_000
  await drainWith(() => YES).run()
  expect(await states()).toEqual(['acked'])
})

test('a refused change is parked and the others go on', async () => {
  await queue({ entityId: 'bad' })
  await queue({ entityId: 'good' })
  await drainWith(({ entityId }) => (entityId === 'bad' ? status(422) : YES)).run()
  expect(await states()).toEqual(['parked', 'acked'])
  expect(results().sort()).toEqual(['done', 'error-answer'])
})

describe('the session', () => {
  test('a 401 stops the pass, keeps every change and forgets the token', async () => {
    for (const entityId of ['a', 'b', 'c', 'd', 'e', 'f']) await queue({ entityId })
    await drainWith(() => status(401)).run()
    expect(sent.length).toBeLessThanOrEqual(4)
    expect(session).toBeNull()
    expect(new Set(await states())).toEqual(new Set(['waiting']))
  })

  test("one person's changes are never sent with another's token", async () => {
    await queue()
    session = { userId: 'ravi', token: 'ravi-token' }
    await drainWith(() => YES).run()
    expect(sent).toEqual([])
    session = { userId: 'asha', token: 'new-token' }
    await drainWith(() => YES).run()
    expect(sent).toMatchObject([{ token: 'new-token' }])
  })

  test('signing out in the middle of a pass ends it', async () => {
    for (const entityId of ['a', 'b', 'c', 'd', 'e']) await queue({ entityId })
    await drainWith(() => {
      session = null
      return YES
    }).run()
    expect(sent).toHaveLength(4)
    expect(await states()).toEqual(['acked', 'acked', 'acked', 'acked', 'waiting'])
  })
})

describe('with Web Locks', () => {
  const held: Pick<LockManager, 'request'> = {
    request: (async (_name: string, _options: LockOptions, work: LockGrantedCallback<unknown>) =>
      work(null)) as LockManager['request'], // the three-argument form is the one that the drain uses
  }

  test('a drain that another tab runs is left to it', async () => {
    await queue()
    await drainWith(() => YES, { locks: held }).run()
    expect(sent).toEqual([])
  })

  test('a claim left over by a process that died is taken up at once', async () => {
    await queue()
    await store.claimChanges({
      userId: 'asha',
      nowMs: 0,
      limit: 1,
      leaseMs: 45_000,
      ignoreLeases: false,
    })
    const granted: Pick<LockManager, 'request'> = {
      request: (async (name: string, _options: LockOptions, work: LockGrantedCallback<unknown>) =>
        work({ name, mode: 'exclusive' })) as LockManager['request'], // as above
    }
    await drainWith(() => YES, { locks: granted }).run()
    expect(await states()).toEqual(['acked'])
  })
})
