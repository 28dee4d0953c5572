import { beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { claimOne as claimOneOf, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

/** The names of the committed transactions. */
let committed: string[] = []
/** The name of the transaction that fails just before its commit. */
let failing: string | null = null
const outbox = setupOutbox({
  onStep(step, moment) {
    if (moment === 'end' && step === failing) throw new Error('the device fails')
    if (moment === 'committed') committed.push(step)
  },
})

beforeEach(() => {
  failing = null
})

const REFUSAL = { status: 422, code: null, message: 'No.' }
const THEIRS = { status: 'rejected', version: 8, changedAt: null, device: null } as const
const REJECT = { kind: 'status', to: 'rejected' } as const
const DELETE = { kind: 'delete' } as const

const claimOne = () => claimOneOf(outbox.store)

/** A claimed approval, and a rejection decided while it is being sent. */
async function decideTwice(): Promise<Change> {
  await outbox.store.queueChange(sampleChange())
  const claimed = await claimOne()
  await outbox.store.queueChange(sampleChange({ action: REJECT, from: 'approved' }))
  return claimed
}

/** Two decisions, the first of which is in conflict. */
async function decideInConflict(): Promise<void> {
  await outbox.store.setConflict(await decideTwice(), THEIRS, REFUSAL)
}

const list = () => outbox.store.listChanges('asha')

describe('"Leave as …"', () => {
  test('discards the change in conflict and the later decisions in one transaction', async () => {
    await decideInConflict()
    committed = []
    expect(await outbox.store.keepTheirs(await outbox.at(1))).toBe(true)
    expect(await list()).toEqual([])
    expect(committed).toEqual(['keep-theirs'])
  })

  test('discards nothing if the transaction fails', async () => {
    await decideInConflict()
    const before = await list()
    failing = 'keep-theirs'
    await expect(outbox.store.keepTheirs(await outbox.at(1))).rejects.toThrow('the device fails')
    expect(await list()).toEqual(before)
  })

  test("keeps other listings, other users' changes and confirmed changes", async () => {
    await outbox.store.queueChange(sampleChange())
    await outbox.store.ackChange(await claimOne(), { version: 4, event: null, isFound: false })
    await outbox.store.queueChange(sampleChange({ action: DELETE, from: 'approved' }))
    const disputed = await claimOne()
    await outbox.store.setConflict(disputed, THEIRS, REFUSAL)
    await outbox.store.queueChange(sampleChange({ entityId: 'listing-2' }))
    await outbox.store.queueChange(sampleChange({ userId: 'meera' }))
    expect(await outbox.store.keepTheirs(disputed)).toBe(true)
    expect(await list()).toMatchObject([
      { seq: 1, state: 'acked' },
      { entityId: 'listing-2', state: 'waiting' },
    ])
    expect(await outbox.store.listChanges('meera')).toHaveLength(1)
  })

  test('never discards a change that is being sent', async () => {
    await decideInConflict()
    await outbox.database.changes.update(2, { state: 'sending' })
    expect(await outbox.store.keepTheirs(await outbox.at(1))).toBe(true)
    expect(await list()).toMatchObject([{ seq: 2, state: 'sending' }])
  })

  test.each(['waiting', 'sending', 'parked', 'acked'] as const)(
    'discards no %s change, and returns false',
    async (state) => {
      await outbox.store.queueChange(sampleChange())
      await outbox.database.changes.update(1, { state })
      expect(await outbox.store.keepTheirs(await outbox.at(1))).toBe(false)
      expect(await list()).toHaveLength(1)
    },
  )
})

describe('"Discard"', () => {
  test('does not discard a change that is being sent', async () => {
    await outbox.store.queueChange(sampleChange())
    const change = await claimOne()
    expect(await outbox.store.discardChange(change)).toBe(false)
    await outbox.store.parkChange(change, REFUSAL)
    expect(await outbox.store.discardChange(change)).toBe(true)
  })

  test('of a refused decision keeps the later decision, which can then be claimed', async () => {
    const refused = await decideTwice()
    await outbox.store.parkChange(refused, REFUSAL)
    expect(await outbox.store.discardChange(refused)).toBe(true)
    // The discarded decision no longer counts, so Undo of the later decision would restore the status before both: pending.
    expect(await claimOne()).toMatchObject({ seq: 2, action: REJECT, from: 'pending' })
    expect(await list()).toHaveLength(1)
  })
})
