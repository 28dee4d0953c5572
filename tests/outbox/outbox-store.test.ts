import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const NOW = 1_000_000
const outbox = setupOutbox({ now: () => NOW })

const APPROVE = sampleChange({ key: 'given by the store' })
const REJECT = sampleChange({ action: { kind: 'status', to: 'rejected' }, from: 'approved' })
const DELETE = sampleChange({ action: { kind: 'delete' }, from: 'approved' })

const queue = (draft = APPROVE) => outbox.store.queueChange(draft)
const claim = () => claimOne(outbox.store, { nowMs: NOW, leaseMs: 1_000 })
const list = () => outbox.store.listChanges('asha')
const DUE = { notBefore: NOW, floor: 0 }
const ERROR = { status: 500, code: null, message: 'down' }
const UNANSWERED = { ...ERROR, status: null }
const CONFIRMED = { version: 4, event: null, isFound: false }
const CONFLICT = { status: 'rejected', version: 8, changedAt: 'then', device: 'Phone' } as const

describe('queueing', () => {
  test('merges all unsent decisions about a listing into one, which starts from the status before the first', async () => {
    const statuses = fc.constantFrom<ListingStatus>('pending', 'approved', 'rejected')
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(statuses, { maxLength: 6 }), fc.boolean(), async (steps, isDel) => {
        const entityId = `listing-of-run-${++runs}`
        const decisions = steps.map((to) => ({ kind: 'status', to }) as const)
        const actions = isDel ? [...decisions, DELETE.action] : decisions
        let shown: ListingStatus = 'pending'
        let first: { key: string; baseVersion: number | null; tries: 0 } | null = null
        for (const [baseVersion, action] of actions.entries()) {
          const draft = sampleChange({ entityId, action, from: shown, baseVersion })
          const { change, outcome } = await queue(draft)
          if (action.kind === 'status' && action.to === shown) expect(outcome).toBe('unchanged')
          else if (action.kind === 'status' && action.to === 'pending')
            expect(outcome).toBe('cancelled')
          if (action.kind === 'status') shown = action.to
          if (action.kind === 'status' && shown === 'pending') first = null
          else if (change) first ??= { key: change.key, baseVersion, tries: 0 }
        }
        const wanted = isDel ? { kind: 'delete' } : { kind: 'status', to: shown }
        const kept = (await list()).filter((change) => change.entityId === entityId)
        const one = { ...first, from: 'pending', action: wanted, state: 'waiting' }
        expect(kept).toMatchObject(first ? [one] : [])
        expect(kept).toHaveLength(first ? 1 : 0)
      }),
      { numRuns: 40 },
    )
  })

  test('repeating a decision while it is being sent adds no change; a different decision waits behind it', async () => {
    await queue()
    const { key } = await claim()
    expect((await queue(sampleChange({ from: 'approved' }))).outcome).toBe('unchanged')
    await queue(REJECT)
    expect(await list()).toMatchObject([{ state: 'sending', key }, { state: 'waiting' }])
    expect(new Set((await list()).map((change) => change.key)).size).toBe(2)
  })

  test('never merges a decision into a change that was tried without an answer', async () => {
    await queue()
    await outbox.store.postponeChange(await claim(), DUE, UNANSWERED)
    await queue(REJECT)
    expect(await list()).toHaveLength(2)
  })

  test('a new decision replaces a decision that needs attention', async () => {
    await queue()
    const parked = await claim()
    await outbox.store.parkChange(parked, ERROR)
    await queue(REJECT)
    const fresh = { key: expect.not.stringMatching(parked.key), state: 'waiting', tries: 0 }
    expect(await list()).toMatchObject([fresh])
  })
})

describe('settling', () => {
  test('after a confirmation, the next change has the new version as its base version', async () => {
    await queue()
    const first = await claim()
    await queue(REJECT)
    await outbox.store.ackChange(first, CONFIRMED)
    const count = await outbox.store.findLastConfirmation()
    expect(await list()).toMatchObject([
      { state: 'acked', ackedAs: count, ackedVersion: 4 },
      { state: 'waiting', baseVersion: 4 },
    ])
  })

  test('confirmation numbers are consecutive, and in a recreated outbox higher than in the lost one', async () => {
    const confirm = async () => {
      await outbox.store.ackChange(await claim(), CONFIRMED)
      return outbox.store.findLastConfirmation()
    }
    await queue()
    const first = await confirm()
    await queue(REJECT)
    expect(await confirm()).toBe(first + 1)
    await outbox.database.counters.delete('acked') // as in a recreated database
    await queue(DELETE)
    expect(await confirm()).toBeGreaterThan(first + 1)
  })

  test.each([
    ['the time, which reads in memory may have', 5],
    ['those of the saved copies, which the time is below once the clock was set back', 1e15],
  ])('the confirmation numbers of a recreated outbox begin above %s', async (_, copied) => {
    const findCopiedConfirmation = async () => copied
    const store = createOutboxStore(outbox.database, { now: () => NOW, findCopiedConfirmation })
    const before = Date.now()
    await queue()
    await store.ackChange(await claim(), CONFIRMED)
    expect(await store.findLastConfirmation()).toBeGreaterThan(Math.max(before, copied))
  })

  test("a change made on an outdated copy of a listing gets the version from the user's own last confirmed change", async () => {
    await queue()
    await outbox.store.ackChange(await claim(), CONFIRMED)
    await queue(DELETE)
    expect((await list()).at(-1)).toMatchObject({ action: DELETE.action, baseVersion: 4 })
  })

  test('a retry keeps the idempotency key of the change; "… anyway" gives it a new key and the version of the conflict', async () => {
    await queue()
    const first = await claim()
    await outbox.store.parkChange(first, ERROR)
    await outbox.store.retryChanges([await outbox.at(1)])
    const again = await claim()
    expect(again.key).toBe(first.key)
    await outbox.store.setConflict(again, CONFLICT, ERROR)
    await outbox.store.keepMine(await outbox.at(1))
    // `afterConflict` lets the app announce a further conflict as a new one, not as the one just resolved.
    const kept = { baseVersion: 8, from: 'rejected', tries: 0, afterConflict: true }
    const key = expect.not.stringMatching(first.key)
    expect(await list()).toMatchObject([{ seq: 1, key, state: 'waiting', ...kept }])
  })

  test('an unsent change can be undone, but a change that was tried cannot', async () => {
    await queue()
    await queue(sampleChange({ entityId: 'listing-2' }))
    expect(await outbox.store.undoUnsent(await outbox.at(1))).toBe(true)
    const second = await claim()
    expect(await outbox.store.undoUnsent(second)).toBe(false)
    await outbox.store.postponeChange(second, DUE, UNANSWERED)
    expect(await outbox.store.undoUnsent(second)).toBe(false)
  })
})

describe('a sign-out', () => {
  test('keeps the state of a change and the kind of its error, but no text written by people', async () => {
    await queue()
    const said = { message: 'Ravi changed it.', fields: { name: 'Ravi' } }
    const error = { status: 412, code: 'version-conflict' }
    await outbox.store.setConflict(await claim(), CONFLICT, { ...error, ...said })
    await outbox.store.slimDown('asha')
    const [kept] = await list()
    const nobody = { changedAt: null, actorId: null, by: null, device: null }
    expect(kept?.conflict).toEqual({ ...CONFLICT, ...nobody })
    expect(kept?.lastError).toEqual({ ...error, message: '' })
  })

  test('drops an error code that is not an identifier', async () => {
    await queue()
    await outbox.store.parkChange(await claim(), { status: 422, code: 'Ravi Kumar', message: 'No' })
    await outbox.store.slimDown('asha')
    expect(await list()).toMatchObject([{ lastError: { status: 422, code: null, message: '' } }])
  })

  test('leaves a change that got no answer due when the network returns', async () => {
    await queue()
    await outbox.store.postponeChange(await claim(), DUE, UNANSWERED)
    await outbox.store.slimDown('asha')
    await outbox.store.makeUnansweredDue('asha')
    expect(await list()).toMatchObject([{ notBefore: 0 }])
  })
})
