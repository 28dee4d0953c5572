import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change, ListingChange } from '#src/domain/change.ts'
import { MAX_BATCH } from '#src/domain/listing/change-batch.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import { createDrainDevice, type DrainDevice, YES } from '#tests/support/outbox/drain-device.ts'
import { claimInNewRun } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const APPROVE: ListingDecision = { kind: 'status', to: 'approved' }
let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})

function draft(
  entityId: string,
  from: ListingStatus = 'pending',
  action: ListingDecision = APPROVE,
) {
  const { entity, userId, entityName, origin, baseVersion, isKeyed } = sampleChange()
  return { entity, userId, entityId, entityName, action, origin, from, baseVersion, isKeyed }
}

async function queueBatch(
  ids: readonly string[],
  { from = (_: string): ListingStatus => 'pending', decision = APPROVE } = {},
) {
  const drafts = ids.map((id) => draft(id, from(id), decision))
  const stored = await device.store.queueBatch({ userId: 'asha', decision, drafts })
  if (!stored) throw new Error('nothing was left to do')
  return stored
}

/** A server that takes batches: `answerTo` answers each change. */
function openTab(answerTo: (change: Change) => ChangeAnswer | null = accepted) {
  const calls: string[][] = []
  const tab = device.openTab((change) => answerTo(change) ?? YES, {
    async sendTogether(changes) {
      calls.push(changes.map(({ entityId }) => entityId))
      const data = changes.map((change) => {
        const { status, body } = answerTo(change) ?? YES
        return { key: change.key, status, body }
      })
      return { ...YES, body: { success: true, data } }
    },
  })
  return { tab, calls }
}

const accepted = (change: Change): ChangeAnswer => ({
  ...YES,
  body: {
    success: true,
    data: {
      _id: change.entityId,
      version: 4,
      status: change.action.kind === 'status' ? change.action.to : undefined,
    },
  },
})

const idsUpTo = (count: number) => Array.from({ length: count }, (_, place) => `listing-${place}`)

async function readBatches() {
  let stop = () => {}
  const read = await new Promise<Awaited<ReturnType<typeof Object>>>((resolve, reject) => {
    stop = device.store.observeChanges('asha', resolve, reject)
  })
  stop()
  return (read as { batches: { id: string; confirmed: number; undoneBy: string | null }[] }).batches
}

describe('a batch', () => {
  test('is stored as one change for each listing, with keys of its places', async () => {
    const { batch, left } = await queueBatch(idsUpTo(3))
    expect(left).toBe(0)
    const changes = await device.list()
    expect(changes.map(({ key }) => key)).toEqual([0, 1, 2].map((place) => `${batch.id}.${place}`))
    expect(changes).toMatchObject(
      idsUpTo(3).map((entityId) => ({ entityId, batch: { id: batch.id, count: 3 }, tries: 0 })),
    )
  })

  test('leaves out a listing of which another change waits', async () => {
    await device.queue({ entityId: 'listing-1' })
    const { batch, left } = await queueBatch(idsUpTo(3))
    expect({ count: batch.count, left }).toEqual({ count: 2, left: 1 })
  })

  test('is stored whole or not at all', async () => {
    const ids = idsUpTo(1_200)
    const isFull = (row: ListingChange) => row.entityId === 'listing-1100'
    device.database.changes.hook('creating', (_, row) => {
      if (isFull(row as ListingChange)) throw new DOMException('No space', 'QuotaExceededError')
    })
    await expect(queueBatch(ids)).rejects.toThrow()
    expect(await device.list()).toEqual([])
    expect(await readBatches()).toEqual([])
  })

  test('beyond the greatest number is refused before anything is stored', async () => {
    const drafts = idsUpTo(MAX_BATCH + 1).map((id) => draft(id))
    expect(() => device.store.queueBatch({ userId: 'asha', decision: APPROVE, drafts })).toThrow(
      RangeError,
    )
    expect(await device.list()).toEqual([])
  })

  test('a decision about one of its listings takes that listing out of it', async () => {
    await queueBatch(idsUpTo(2))
    await device.queue({ entityId: 'listing-0', action: { kind: 'status', to: 'rejected' } })
    const [first, second] = await device.list()
    expect(first).not.toHaveProperty('batch')
    expect(second).toHaveProperty('batch')
  })
})

describe('sending a batch', () => {
  test('takes calls of a hundred, and confirms each change with its version', async () => {
    await queueBatch(idsUpTo(250))
    const { tab, calls } = openTab()
    await tab.run()
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(calls.flat()).toEqual(idsUpTo(250))
    const changes = await device.list()
    expect(new Set(changes.map(({ state, ackedVersion }) => `${state} ${ackedVersion}`))).toEqual(
      new Set(['acked 4']),
    )
  })

  test('stores what each refused change came to, and confirms the others', async () => {
    await queueBatch(idsUpTo(4))
    const refusals: Record<string, ChangeAnswer> = {
      'listing-1': {
        ...YES,
        status: 404,
        body: { success: false, error: 'It was deleted.', code: 'not-found' },
      },
      'listing-2': {
        ...YES,
        status: 412,
        body: {
          success: false,
          error: 'This listing was changed in the meantime.',
          code: 'version-conflict',
          data: { current: { _id: 'listing-2', version: 9, status: 'rejected' }, by: 'Ravi' },
        },
      },
    }
    await openTab((change) => refusals[change.entityId] ?? accepted(change)).tab.run()
    expect(await device.states()).toEqual(['acked', 'parked', 'conflict', 'acked'])
  })

  test('to a server without that call sends the changes one by one', async () => {
    await queueBatch(idsUpTo(7))
    const body = { success: false, error: 'No such path.', code: 'not-found' }
    let asked = 0
    const tab = device.openTab(accepted, {
      async sendTogether() {
        asked += 1
        return { ...YES, status: 404, body }
      },
    })
    await tab.run()
    expect(asked).toBe(1)
    expect(device.sentIds().sort()).toEqual(idsUpTo(7))
    expect(new Set(await device.states())).toEqual(new Set(['acked']))
  })

  test('to a bare backend sends each change by itself, without a key', async () => {
    const drafts = idsUpTo(3).map((id) => ({ ...draft(id), baseVersion: null, isKeyed: false }))
    await device.store.queueBatch({ userId: 'asha', decision: APPROVE, drafts })
    const { tab, calls } = openTab()
    await tab.run()
    expect(calls).toEqual([])
    expect(device.sentIds().sort()).toEqual(idsUpTo(3))
  })

  test('without an answer keeps every change with its key, and sends it again', async () => {
    const { batch } = await queueBatch(idsUpTo(120))
    const keys = (await device.list()).map(({ key }) => key)
    const tab = device.openTab(accepted, {
      sendTogether: async () => ({ status: null, body: null, isEmpty: false, retryAfterMs: null }),
    })
    await tab.run()
    const waiting = await device.list()
    expect(waiting.map(({ key }) => key)).toEqual(keys)
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['waiting']))
    device.nowMs += 60_000
    await openTab().tab.run()
    expect(new Set(await device.states())).toEqual(new Set(['acked']))
    expect(batch.count).toBe(120)
  })

  test('has two calls in flight at most, beside which another decision is sent at once', async () => {
    await queueBatch(idsUpTo(450))
    const answers: (() => void)[] = []
    let [inFlight, most, calls] = [0, 0, 0]
    const tab = device.openTab(accepted, {
      async sendTogether(changes) {
        inFlight += 1
        calls += 1
        most = Math.max(most, inFlight)
        await new Promise<void>((resolve) => answers.push(resolve))
        inFlight -= 1
        const data = changes.map((change) => ({ key: change.key, ...accepted(change) }))
        return { ...YES, body: { success: true, data } }
      },
    })
    const run = tab.run()
    await vi.waitUntil(() => answers.length === 2)
    await device.queue({ entityId: 'another' })
    tab.run() // as the page does after each decision
    await vi.waitUntil(() => device.sentIds().includes('another'))
    expect(inFlight).toBe(2)
    while (calls < 5 || answers.length > 0) {
      for (const answer of answers.splice(0)) answer()
      await vi.waitUntil(() => answers.length > 0 || (calls === 5 && inFlight === 0))
    }
    await run
    expect({ most, calls, states: new Set(await device.states()) }).toEqual({
      most: 2,
      calls: 5,
      states: new Set(['acked']),
    })
  })

  test('waits while the batch is paused, and other changes go on', async () => {
    const { batch } = await queueBatch(idsUpTo(3))
    await device.store.setBatchPaused(batch.id, true)
    await device.queue({ entityId: 'another' })
    const { tab, calls } = openTab()
    const { nextDueAt } = await tab.run()
    expect({ calls, nextDueAt, sent: device.sentIds() }).toEqual({
      calls: [],
      nextDueAt: null,
      sent: ['another'],
    })
    await device.store.setBatchPaused(batch.id, false)
    await tab.run()
    expect(calls.flat().sort()).toEqual(idsUpTo(3))
  })

  test('a session that ends in the middle keeps the rest for the next sign-in', async () => {
    await queueBatch(idsUpTo(4))
    const ended = {
      ...YES,
      status: 401,
      body: { success: false, error: 'Sign in to go on.', code: 'unauthenticated' },
    }
    const isAfter = ({ entityId }: Change) => entityId > 'listing-1'
    await openTab((change) => (isAfter(change) ? ended : accepted(change))).tab.run()
    expect(await device.states()).toEqual(['acked', 'acked', 'waiting', 'waiting'])
    expect(device.session).toBeNull()
  })
})

describe('taking a batch back', () => {
  const from = (id: string): ListingStatus => (id === 'listing-1' ? 'rejected' : 'pending')

  test('removes what was not sent', async () => {
    const { batch } = await queueBatch(idsUpTo(600))
    expect(await device.store.undoBatch(batch.id)).toEqual({
      removed: 600,
      inverse: null,
      standing: 0,
    })
    expect(await device.list()).toEqual([])
    expect(await readBatches()).toEqual([])
  })

  test('gives each listing its own earlier status, on the version that the batch made', async () => {
    const { batch } = await queueBatch(idsUpTo(3), { from })
    await openTab().tab.run()
    const undone = await device.store.undoBatch(batch.id)
    const inverse = (await device.list()).filter(({ state }) => state === 'waiting')
    expect(inverse).toMatchObject([
      { action: { to: 'pending' }, from: 'approved', baseVersion: 4 },
      { action: { to: 'rejected' }, from: 'approved', baseVersion: 4 },
      { action: { to: 'pending' }, from: 'approved', baseVersion: 4 },
    ])
    expect(inverse[0]?.key).toBe(`${undone?.inverse?.id}.0`)
    expect(await device.store.undoBatch(batch.id)).toBeNull()
  })

  test('works after its changes have left the queue, and from another connection', async () => {
    const { batch } = await queueBatch(idsUpTo(3), { from })
    await openTab().tab.run()
    await device.store.removeAcked(await device.list())
    expect(await device.list()).toEqual([])
    expect(await readBatches()).toMatchObject([{ id: batch.id, confirmed: 3 }])
    const undone = await device.store.undoBatch(batch.id)
    expect(undone).toMatchObject({ removed: 0, standing: 0, inverse: { count: 3 } })
    const statuses = (await device.list()).map(({ action }) => action)
    expect(statuses).toEqual([
      { kind: 'status', to: 'pending' },
      { kind: 'status', to: 'rejected' },
      { kind: 'status', to: 'pending' },
    ])
  })

  test('leaves a listing alone that was decided again since', async () => {
    const { batch } = await queueBatch(idsUpTo(2))
    await openTab().tab.run()
    await device.queue({ entityId: 'listing-0', action: { kind: 'status', to: 'rejected' } })
    expect(await device.store.undoBatch(batch.id)).toMatchObject({
      standing: 1,
      inverse: { count: 1 },
    })
  })

  test('queues the inverse behind a change that is on its way', async () => {
    const { batch } = await queueBatch(idsUpTo(1))
    await claimInNewRun(device.store)
    await device.store.undoBatch(batch.id)
    expect(await device.list()).toMatchObject([
      { state: 'sending', action: { to: 'approved' } },
      { state: 'waiting', action: { to: 'pending' } },
    ])
    device.nowMs += 60_000
    const { tab } = openTab()
    await tab.run()
    expect(new Set(await device.states())).toEqual(new Set(['acked']))
  })

  test('drops what the server refused, and cannot take a deletion back', async () => {
    const decision = { kind: 'delete' } as const
    const { batch } = await queueBatch(idsUpTo(2), { decision })
    const refusal = {
      ...YES,
      status: 403,
      body: { success: false, error: 'Your role may not.', code: 'not-allowed' },
    }
    await openTab(({ entityId }) => (entityId === 'listing-0' ? refusal : YES)).tab.run()
    expect(await device.states()).toEqual(['parked', 'acked'])
    expect(await device.store.undoBatch(batch.id)).toEqual({
      removed: 1,
      inverse: null,
      standing: 1,
    })
  })

  test('forgets the batches of a person who discards everything at the sign-out', async () => {
    await queueBatch(idsUpTo(2))
    await device.store.discardAll('asha')
    expect(await readBatches()).toEqual([])
  })

  test('keeps what undo needs at the end of a session, while a part of the batch waits', async () => {
    const { batch } = await queueBatch(idsUpTo(2), { from })
    const later = { ...YES, status: 500, body: { success: false, error: 'No.', code: 'internal' } }
    const isLater = ({ entityId }: Change) => entityId === 'listing-0'
    await openTab((change) => (isLater(change) ? later : accepted(change))).tab.run()
    await device.store.forgetConfirmed()
    expect(await readBatches()).toMatchObject([{ id: batch.id, confirmed: 1 }])
    const undone = await device.store.undoBatch(batch.id)
    expect(undone?.inverse?.count).toBe(2)
  })
})
