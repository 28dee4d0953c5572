import { beforeEach, describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import {
  createDrainDevice,
  createGate,
  type DrainDevice,
  NO_ANSWER,
  overtake,
  YES,
} from '#tests/support/outbox/drain-device.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'

// A call that may still take effect must not be sent a second time. Without an idempotency key, the
// second call would create a duplicate event.

const ALIVE_MS = 45_000 // a run without a heartbeat is superseded after this time
const LEASE_MS = 40_000 // the lease of every claim, except that of a create without an idempotency key
let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})

const MADE: ChangeAnswer = {
  ...YES,
  body: { success: true, data: { _id: 'server-1', ...sampleFields() } },
}
/** Opens a tab, on a server whose event list is empty: no event has reached it. */
const openTab = (...[respond, overrides]: Parameters<DrainDevice['openTab']>) =>
  device.openTab(respond, {
    readEventList: async () => ({ status: 200, json: { success: true, data: [] } }),
    ...overrides,
  })

function queueUnkeyedEvent() {
  return device.store.queueChange({
    entity: 'event',
    userId: 'asha',
    entityId: null,
    entityName: 'Open house in Baner',
    isKeyed: false,
    action: { kind: 'create', fields: sampleFields(), twins: [] },
  })
}

test('a change is sent once if another drain starts while a tab is still probing the server', async () => {
  device.reachable = 'offline'
  await queueUnkeyedEvent()
  const probe = createGate<boolean>()
  const post = createGate<ChangeAnswer>()
  const page = openTab(post.pass, { isReachable: probe.pass })
  const worker = openTab(post.pass)
  const runs = [page.run()]
  await probe.reached
  runs.push(worker.run())
  await device.settle()
  probe.open(true)
  await device.settle()
  const inFlight = device.sent.length
  post.open(MADE)
  await Promise.all(runs)
  await Promise.all([page.run(), worker.run()])
  expect([inFlight, device.sent.length]).toEqual([1, 1])
})

test('a drain does not steal the lock of a tab that is probing the server after a lost call', async () => {
  await device.queueAll('a')
  const call = createGate<ChangeAnswer>()
  const question = createGate<boolean>()
  const page = openTab(call.pass, { isReachable: question.pass })
  const run = page.run()
  await call.reached
  device.nowMs = 30_000
  call.open(NO_ANSWER)
  await question.reached
  device.nowMs = ALIVE_MS + 1_000
  const other = openTab(() => YES)
  await overtake(device, other)
  expect(device.sentIds()).toEqual(['a'])
  question.open(true)
  await run
})

test.each([
  ['nothing is due', async () => undefined],
  ['the server is busy', () => device.store.holdAll(ALIVE_MS + 3_000, device.nowMs)],
])(
  'a call in flight is not sent again by a run that took the lock, even if that run first sends nothing because %s',
  async (_what, hold) => {
    await queueUnkeyedEvent()
    const post = createGate<ChangeAnswer>()
    const slowRun = openTab(post.pass).run()
    await post.reached
    device.nowMs = ALIVE_MS
    await hold()
    const other = openTab(() => MADE)
    await overtake(device, other)
    device.nowMs = ALIVE_MS + 3_000
    await other.run()
    const inFlight = device.sent.length
    post.open(MADE)
    await slowRun
    expect(inFlight).toBe(1)
  },
)

test('after a run failed on storage, another run does not repeat its pending calls', async () => {
  await device.queueAll(['breaks'])
  await queueUnkeyedEvent()
  const post = createGate<ChangeAnswer>()
  const store = {
    ...device.store,
    ackChange: async () => {
      throw new Error('The disk is full.')
    },
  }
  const drain = openTab(({ entity }) => (entity === 'event' ? post.pass() : YES), { store })
  const broken = drain.run()
  const told = broken.catch((error: unknown) => error)
  await post.reached
  await device.settle()
  const again = openTab(({ entity }) => (entity === 'event' ? MADE : YES), {})
  await again.run()
  const posts = device.sentIds().filter((id) => id !== 'breaks')
  post.open(MADE)
  expect(await told).toMatchObject({ message: 'The disk is full.' })
  expect(posts).toHaveLength(1)
})

describe('a page that was frozen between its claim and its call', () => {
  /** `thaw` resumes the frozen page, and `run` is the drain run of the page. */
  async function openFrozenTab() {
    await device.queue({ entityId: 'a', isKeyed: false, baseVersion: null })
    const freeze = createGate<null>()
    const store = {
      ...device.store,
      async claimChanges(...input: Parameters<typeof device.store.claimChanges>) {
        const claimed = await device.store.claimChanges(...input)
        await freeze.pass()
        return claimed
      },
    }
    const drain = openTab(() => YES, { store })
    const run = drain.run()
    await freeze.reached
    return { drain, run, thaw: () => freeze.open(null) }
  }

  test('sends the change if it is thawed within its lease', async () => {
    const frozen = await openFrozenTab()
    device.nowMs = LEASE_MS - 1
    frozen.thaw()
    await frozen.run
    expect(device.sentIds()).toEqual(['a'])
  })

  test('claims the change again if it is thawed after its lease, and sends it once', async () => {
    const frozen = await openFrozenTab()
    device.nowMs = LEASE_MS
    frozen.thaw()
    const { nextDueAt } = await frozen.run
    expect(device.sentIds()).toEqual([])
    expect(await device.list()).toMatchObject([{ state: 'waiting', tries: 1 }])
    device.nowMs = nextDueAt ?? 0
    await frozen.drain.run()
    expect(device.sentIds()).toEqual(['a'])
    expect(await device.states()).toEqual(['acked'])
  })
})
