import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Change, isUnsent } from '#src/domain/change.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingAction } from '#src/domain/listing/listing-change.ts'
import { claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// The reason for a rejection is a separate change, which waits behind the rejection and never outlives it.

const NOW = 1_000_000
const outbox = setupOutbox({ now: () => NOW })

const CONFIRMED = { version: 4, event: null, isFound: false }
const REFUSED = { status: 422, code: null, message: 'No.' }
const THEIRS = { status: 'approved', version: 8, changedAt: null, device: null } as const

const list = () => outbox.store.listChanges('asha')
const claim = () => claimOne(outbox.store, { nowMs: NOW, leaseMs: 1_000 })
const ack = async () => outbox.store.ackChange(await claim(), CONFIRMED)
const park = (change: Change) => outbox.store.parkChange(change, REFUSED)
const setConflict = async () => outbox.store.setConflict(await claim(), THEIRS, REFUSED)
const queue = (action: ListingAction, from: ListingStatus = 'pending', entityId = 'listing-1') => {
  const baseVersion = action.kind === 'reason' ? null : 3
  return outbox.store.queueChange(sampleChange({ action, from, entityId, baseVersion }))
}
const decide = (to: ListingStatus, from?: ListingStatus) => queue({ kind: 'status', to }, from)
/** Decides again about a listing that is shown as rejected. */
const approve = () => decide('approved', 'rejected')
const reasonFor = (changeKey: string, code = 'photos') =>
  ({ kind: 'reason', changeKey, code, note: 'Blurred.', changesNeeded: true }) as const
const explain = (changeKey: string, code?: string) => queue(reasonFor(changeKey, code), 'rejected')

async function reject(): Promise<Change> {
  const { change } = await decide('rejected')
  if (!change) throw new Error('the rejection was not queued')
  return change
}

async function rejectWithReason(): Promise<Change> {
  const rejection = await reject()
  await explain(rejection.key)
  return rejection
}

/** Lists the unconfirmed changes as short texts: 'rejected', 'reason photos'. */
async function listOpen(): Promise<string[]> {
  const open = (await list()).filter(({ state }) => state !== 'acked')
  return open.map(({ action }) => {
    if (action.kind === 'reason') return `reason ${action.code}`
    return action.kind === 'status' ? action.to : action.kind
  })
}

describe('a reason', () => {
  test('waits behind its rejection, is sent after it, and has no base version', async () => {
    await rejectWithReason()
    expect(await listOpen()).toEqual(['rejected', 'reason photos'])
    expect((await claim()).action.kind).toBe('status')
    await outbox.store.ackChange((await list())[0] as Change, CONFIRMED)
    expect(await claim()).toMatchObject({ action: { kind: 'reason' }, baseVersion: null })
  })

  test('is not sent while its rejection is parked, and is discarded with the rejection', async () => {
    await rejectWithReason()
    await park(await claim())
    await expect(claim()).rejects.toThrow('nothing is due')
    expect(await listOpen()).toEqual(['rejected', 'reason photos'])
    expect(await outbox.store.discardChange(await outbox.at(1))).toBe(true)
    expect(await list()).toEqual([])
  })

  test('follows its rejection when "… anyway" queues the rejection under a new key', async () => {
    await rejectWithReason()
    await setConflict()
    await outbox.store.keepMine(await outbox.at(1))
    const [rejection, reason] = await list()
    expect(reason?.action).toMatchObject({ kind: 'reason', changeKey: rejection?.key })
    expect(rejection?.key).not.toBe('a-key-of-its-own-1')
  })

  test('is discarded with its rejection by "Leave as …"', async () => {
    await rejectWithReason()
    await setConflict()
    await outbox.store.keepTheirs(await outbox.at(1))
    expect(await list()).toEqual([])
  })

  test('replaces an unsent reason for the same rejection', async () => {
    const { key } = await rejectWithReason()
    await explain(key, 'price')
    expect(await listOpen()).toEqual(['rejected', 'reason price'])
  })

  test('that repeats the queued reason changes nothing', async () => {
    const { key } = await rejectWithReason()
    const before = await list()
    expect((await explain(key)).outcome).toBe('unchanged')
    expect(await list()).toEqual(before)
  })

  test('waits behind an earlier reason that is being sent', async () => {
    const { key } = await rejectWithReason()
    await ack()
    await claim()
    await explain(key, 'price')
    expect(await listOpen()).toEqual(['reason photos', 'reason price'])
  })

  test('replaces a refused reason, under a new key', async () => {
    const { key } = await rejectWithReason()
    await ack()
    const refused = await claim()
    await park(refused)
    await explain(key, 'price')
    const open = (await list()).filter(({ state }) => state !== 'acked')
    expect(open).toMatchObject([{ state: 'waiting', seq: refused.seq, action: { code: 'price' } }])
    expect(open[0]?.key).not.toBe(refused.key)
  })

  test('is removed by Undo, which keeps the rejection', async () => {
    await rejectWithReason()
    expect(await outbox.store.undoUnsent(await outbox.at(2))).toBe(true)
    expect(await listOpen()).toEqual(['rejected'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['an unsent rejection that a later decision has replaced', approve],
    ['a rejection with a later decision behind it', () => claim().then(approve)],
    ['a rejection with a later confirmed decision', () => ack().then(approve).then(ack)],
  ])('is not queued for %s', async (_what, decideLater) => {
    const { key } = await reject()
    await decideLater()
    await expectNotQueued(key)
  })

  test("is not queued for another device's rejection while a decision waits here", async () => {
    await decide('approved')
    await expectNotQueued('key-of-another-device')
  })

  async function expectNotQueued(changeKey: string): Promise<void> {
    const before = await list()
    expect(await explain(changeKey)).toEqual({ change: null, outcome: 'cancelled' })
    expect(await list()).toEqual(before)
  }

  test("is queued for another device's rejection", async () => {
    expect((await explain('key-of-another-device')).outcome).toBe('queued')
  })
})

describe('a new decision', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['an unsent reason of an unsent rejection', async () => undefined],
    ['an unsent reason of a confirmed rejection', ack],
    ['a refused reason', () => ack().then(claim).then(park)],
  ])('discards %s', async (_what, settle) => {
    await rejectWithReason()
    await settle()
    await approve()
    expect(await listOpen()).toEqual(['approved'])
  })

  test('waits behind a reason that is being sent', async () => {
    await rejectWithReason()
    await ack()
    await claim()
    await approve()
    expect(await listOpen()).toEqual(['reason photos', 'approved'])
  })

  test('that restores the original status removes the unsent rejection and its reason', async () => {
    await rejectWithReason()
    expect((await decide('pending', 'rejected')).outcome).toBe('cancelled')
    expect(await list()).toEqual([])
  })

  test('that repeats the rejection keeps the reason', async () => {
    await rejectWithReason()
    expect((await decide('rejected', 'rejected')).outcome).toBe('unchanged')
    expect(await listOpen()).toEqual(['rejected', 'reason photos'])
  })

  test('about another listing keeps the reason', async () => {
    await rejectWithReason()
    await queue({ kind: 'status', to: 'approved' }, 'pending', 'listing-2')
    expect(await listOpen()).toEqual(['rejected', 'reason photos', 'approved'])
  })
})

test('Undo of an unsent rejection also removes its reason', async () => {
  await rejectWithReason()
  expect(await outbox.store.undoUnsent(await outbox.at(1))).toBe(true)
  expect(await list()).toEqual([])
})

test('after any steps, no unsent reason outlives its rejection or overtakes it', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.constantFrom<ListingStatus>('pending', 'approved', 'rejected'),
      fc.constantFrom('explain', 'explain otherwise', 'undo', 'ack', 'park', 'lose', 'discard'),
    ),
    { maxLength: 14 },
  )
  let runs = 0
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const entityId = `listing-of-run-${++runs}`
      const own = async () => (await list()).filter((change) => change.entityId === entityId)
      let shown: ListingStatus = 'pending'
      let rejectionKey = 'key-of-another-device'
      for (const step of taken) {
        const open = (await own()).filter(({ state }) => state !== 'acked')
        const last = open.at(-1)
        if (step === 'pending' || step === 'approved' || step === 'rejected') {
          const { change } = await queue({ kind: 'status', to: step }, shown, entityId)
          shown = step
          if (step === 'rejected' && change) rejectionKey = change.key
        } else if (step.startsWith('explain')) {
          await queue(reasonFor(rejectionKey, step), 'rejected', entityId)
        } else if (step === 'undo' && last) await outbox.store.undoUnsent(last)
        else if (step === 'discard' && open[0]) await outbox.store.discardChange(open[0])
        else if (open[0]?.state === 'waiting') await settle(step, await claim())
        check(await own())
      }
      await outbox.store.discardAll('asha')
    }),
    { numRuns: 150 },
  )

  async function settle(step: string, claimed: Change) {
    if (step === 'ack') await outbox.store.ackChange(claimed, CONFIRMED)
    else if (step === 'park') await park(claimed)
    else {
      const lost = { status: null, code: null, message: 'lost' }
      await outbox.store.postponeChange(claimed, { notBefore: NOW, floor: 0 }, lost)
    }
  }

  function check(changes: readonly Change[]) {
    const decisions = changes.filter(({ action }) => action.kind !== 'reason')
    const unsent = changes.filter((change) => change.action.kind === 'reason' && isUnsent(change))
    expect(unsent.length).toBeLessThanOrEqual(1)
    for (const reason of unsent) {
      if (reason.action.kind !== 'reason') continue
      const { changeKey } = reason.action
      const last = decisions.at(-1)
      const explained = decisions.find(({ key }) => key === changeKey)
      if (explained) {
        expect(last).toBe(explained)
        expect(explained.action).toEqual({ kind: 'status', to: 'rejected' })
        expect(reason.seq).toBeGreaterThan(explained.seq)
      } else expect(decisions.every(({ state }) => state === 'acked')).toBe(true)
    }
    const tried = changes.filter(({ action, tries }) => action.kind === 'reason' && tries > 0)
    for (const reason of tried)
      expect(
        decisions.filter(({ seq }) => seq < reason.seq).every((d) => d.state === 'acked'),
      ).toBe(true)
  }
})
