import { expect, test } from 'vitest'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import { judge } from '#src/outbox/sending/answer-rules.ts'
import { claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// A rejection with its reason is one change: merged, undone, refused and in conflict as one.

const NOW = 1_000_000
const outbox = setupOutbox({ now: () => NOW })

const WHY = { code: 'photos', note: '', changesNeeded: true }
const REJECTION: ListingDecision = { kind: 'status', to: 'rejected', reason: WHY }
const PLAIN: ListingDecision = { kind: 'status', to: 'rejected' }
const REFUSED = { status: 409, code: 'reason-required', message: 'It needs a reason.' }

const list = () => outbox.store.listChanges('asha')
const claim = () => claimOne(outbox.store, { nowMs: NOW, leaseMs: 1_000 })
const queue = (action: ListingDecision, from: ListingStatus = 'pending') =>
  outbox.store.queueChange(sampleChange({ action, from }))
const listActions = async () => (await list()).map(({ action }) => action)

test('a rejection with its reason replaces an unsent one without, as the same change', async () => {
  const { change } = await queue(PLAIN)
  await queue(REJECTION, 'rejected')
  expect(await list()).toMatchObject([{ key: change?.key, action: REJECTION }])
})

test('a rejection that repeats the queued one, or says less, changes nothing', async () => {
  await queue(REJECTION)
  for (const again of [REJECTION, PLAIN])
    expect((await queue(again, 'rejected')).outcome).toBe('unchanged')
  expect(await listActions()).toEqual([REJECTION])
})

test('another decision, and Undo, remove a reason that was not sent', async () => {
  await queue(REJECTION)
  await queue({ kind: 'status', to: 'approved' }, 'rejected')
  expect(await listActions()).toEqual([{ kind: 'status', to: 'approved' }])
  await queue(REJECTION, 'approved')
  const [rejection] = await list()
  expect(rejection && (await outbox.store.undoUnsent(rejection))).toBe(true)
  expect(await list()).toEqual([])
})

test('a reason for a listing that is rejected on the server is sent, not dropped with the status', async () => {
  await queue({ kind: 'status', to: 'approved' }, 'rejected')
  await queue(REJECTION, 'approved')
  expect(await listActions()).toEqual([REJECTION])
})

test('a refused rejection is replaced by one with a reason, in its place and under a new key', async () => {
  await queue(PLAIN)
  const refused = await claim()
  await outbox.store.parkChange(refused, REFUSED)
  await queue(REJECTION)
  const [change, ...more] = await list()
  expect(more).toEqual([])
  expect(change).toMatchObject({ seq: refused.seq, state: 'waiting', action: REJECTION })
  expect(change?.key).not.toBe(refused.key)
})

test('"… anyway" sends the rejection with its reason again', async () => {
  await queue(REJECTION)
  const theirs = { status: 'approved', version: 8, changedAt: null, device: null } as const
  await outbox.store.setConflict(await claim(), theirs, REFUSED)
  await outbox.store.keepMine(await outbox.at(1))
  expect(await list()).toMatchObject([{ action: REJECTION, baseVersion: 8, state: 'waiting' }])
})

test.each([
  ['done, if no note was typed', '', { kind: 'done', already: true }],
  ['a conflict, if a note was typed', 'The kitchen.', { kind: 'conflict' }],
])('a rejection that a colleague made first is %s', (_what, note, verdict) => {
  const action = { ...REJECTION, reason: { ...WHY, note } } as const
  const current = { _id: 'listing-1', status: 'rejected', version: 9 }
  const body = { success: false, error: 'Changed.', code: 'version-conflict', data: { current } }
  const answer = { status: 412, body, isEmpty: false, retryAfterMs: null }
  expect(judge(sampleChange({ action }), answer)).toMatchObject(verdict)
})

test('a refusal for want of a reason is kept for the person', () => {
  const body = { success: false, error: 'It needs a reason.', code: 'reason-required' }
  const answer = { status: 409, body, isEmpty: false, retryAfterMs: null }
  expect(judge(sampleChange({ action: PLAIN }), answer)).toMatchObject({
    kind: 'parked',
    code: 'reason-required',
  })
})
