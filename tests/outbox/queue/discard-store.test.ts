import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewRun } from '#tests/support/run-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

let database: OutboxDatabase
let store: OutboxStore
/** The committed steps. */
let committed: string[]
/** The step that fails at its end, just before its commit. */
let failing: string | null

beforeEach(() => {
  database = createOutboxDatabase()
  committed = []
  failing = null
  store = createOutboxStore(database, {
    onStep(step, moment) {
      if (moment === 'end' && step === failing) throw new Error('the device fails')
      if (moment === 'committed') committed.push(step)
    },
  })
})

afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

const REFUSAL = { status: 422, code: null, message: 'No.' }
const THEIRS = { status: 'rejected', version: 8, changedAt: null, device: null } as const
const REJECT = { kind: 'status', to: 'rejected' } as const
const DELETE = { kind: 'delete' } as const

async function claimOne(): Promise<Change> {
  const [change] = await claimInNewRun(store, { limit: 1 })
  if (!change) throw new Error('nothing was due')
  return change
}

/** A claimed approval, and a rejection decided while it is being sent. */
async function decideTwice(): Promise<Change> {
  await store.queueChange(sampleChange())
  const claimed = await claimOne()
  await store.queueChange(sampleChange({ action: REJECT, from: 'approved' }))
  return claimed
}

const list = () => store.listChanges('asha')
const keys = async () => (await list()).map(({ key }) => key)

describe('"Keep theirs"', () => {
  test('discards the conflict and later decisions in one step', async () => {
    await store.setConflict(await decideTwice(), THEIRS, REFUSAL)
    committed = []
    expect(await store.keepTheirs(1)).toBe(true)
    expect(await list()).toEqual([])
    expect(committed).toEqual(['keep-theirs'])
  })

  test('discards nothing if the device cannot store it', async () => {
    await store.setConflict(await decideTwice(), THEIRS, REFUSAL)
    const before = await list()
    failing = 'keep-theirs'
    await expect(store.keepTheirs(1)).rejects.toThrow('the device fails')
    expect(await list()).toEqual(before)
  })

  test("keeps other listings, other users' changes and confirmed changes", async () => {
    await store.queueChange(sampleChange())
    await store.ackChange(await claimOne(), { version: 4, event: null, isFound: false })
    const disputed = await decideAgain()
    await store.setConflict(disputed, THEIRS, REFUSAL)
    await store.queueChange(sampleChange({ entityId: 'listing-2' }))
    await store.queueChange(sampleChange({ userId: 'meera' }))
    expect(await store.keepTheirs(disputed.seq)).toBe(true)
    expect(await list()).toMatchObject([
      { seq: 1, state: 'acked' },
      { entityId: 'listing-2', state: 'waiting' },
    ])
    expect(await store.listChanges('meera')).toHaveLength(1)
  })

  async function decideAgain(): Promise<Change> {
    await store.queueChange(sampleChange({ action: DELETE, from: 'approved' }))
    return claimOne()
  }

  test('never discards a change that is being sent', async () => {
    await store.setConflict(await decideTwice(), THEIRS, REFUSAL)
    const [, behind] = await list()
    await database.changes.put({ ...(behind as Change), state: 'sending' })
    expect(await store.keepTheirs(1)).toBe(true)
    expect(await list()).toMatchObject([{ seq: behind?.seq, state: 'sending' }])
  })

  test.each(['waiting', 'sending', 'parked', 'acked'] as const)(
    'discards no %s change, and says so',
    async (state) => {
      await store.queueChange(sampleChange())
      await database.changes.update(1, { state })
      expect(await store.keepTheirs(1)).toBe(false)
      expect(await list()).toHaveLength(1)
    },
  )
})

describe('"Discard"', () => {
  test('does not discard a change that is being sent', async () => {
    await store.queueChange(sampleChange())
    const change = await claimOne()
    expect(await store.discardChange(change.seq)).toBe(false)
    await store.parkChange(change, REFUSAL)
    expect(await store.discardChange(change.seq)).toBe(true)
  })

  test('of a refused decision keeps the later one, which is next', async () => {
    const refused = await decideTwice()
    await store.parkChange(refused, REFUSAL)
    const [, later] = await keys()
    expect(await store.discardChange(refused.seq)).toBe(true)
    expect(await keys()).toEqual([later])
    expect(await claimOne()).toMatchObject({ key: later, action: REJECT })
  })

  test('of a refused decision lets a later Undo restore the status before both', async () => {
    await store.parkChange(await decideTwice(), REFUSAL)
    await store.discardChange(1)
    expect(await list()).toMatchObject([{ action: REJECT, from: 'pending' }])
  })
})
