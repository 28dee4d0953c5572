import { expect, test } from 'vitest'
import type { ListingChange } from '#src/domain/change.ts'
import { pruneAcked } from '#src/outbox/acked-pruning.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { outboxOf } from '#tests/support/outbox/person-outbox.ts'
import { recreateWith } from '#tests/support/outbox/recreated-outbox.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// A recreated outbox counts its rows from 1 again. A row, a message with an Undo button or the key Z may still hold a change
// that was lost with the earlier outbox, and whose number is now that of another change.

const device = setupOutbox()
const ERROR = { status: 409, code: null, message: 'no' }
const WAITING: Partial<ListingChange> = { state: 'waiting' }
const PARKED: Partial<ListingChange> = { state: 'parked', tries: 1, lastError: ERROR }
const CONFLICT: Partial<ListingChange> = {
  ...PARKED,
  state: 'conflict',
  conflict: { status: 'rejected', version: 9, changedAt: null, device: null },
}
const CONFIRMED: Partial<ListingChange> = { state: 'acked', tries: 1, ackedAs: 5, ackedVersion: 4 }

/** A change of the lost outbox, and another one that has its number. */
async function loseOutbox(as: Partial<ListingChange>) {
  const lost = sampleChange({ ...as, key: 'lost', entityId: 'lost' })
  const other = await recreateWith(
    device.database,
    lost,
    sampleChange({ ...as, key: 'other', entityId: 'other' }),
  )
  return { lost, other }
}

test.each<[string, Partial<ListingChange>, (outbox: Outbox, lost: ListingChange) => unknown]>([
  ['undo', WAITING, (outbox, lost) => outbox.undo(lost)],
  ['discard', PARKED, (outbox, lost) => outbox.discard(lost)],
  ['retry', PARKED, (outbox, lost) => outbox.retry(lost)],
  ['keepMine', CONFLICT, (outbox, lost) => outbox.keepMine(lost)],
  ['keepTheirs', CONFLICT, (outbox, lost) => outbox.keepTheirs(lost)],
])('%s of a lost change leaves another change with its number alone', async (_, as, act) => {
  const { lost, other } = await loseOutbox(as)
  const { outbox, seen } = outboxOf(device.store)
  const isDone = await act(outbox, lost)
  expect(await device.store.listChanges('asha')).toEqual([other])
  expect(seen).toEqual([])
  expect(isDone).toBe(false)
})

test('the undo of a confirmed decision that was lost is based on its own version', async () => {
  const { lost } = await loseOutbox(CONFIRMED)
  await device.database.changes.update(lost.seq, { ackedVersion: 70 })
  expect(await outboxOf(device.store).outbox.undo(lost)).toBe(true)
  const inverse = (await device.store.listChanges('asha')).find(
    ({ entityId }) => entityId === 'lost',
  )
  expect(inverse).toMatchObject({ action: { to: 'pending' }, baseVersion: 4 })
})

test('a confirmed decision that the store has dropped is undone, as the page that shows it still knows', async () => {
  const queued = sampleChange({ ...WAITING, key: 'dropped', entityId: 'dropped' })
  const confirmed = { ...queued, ...CONFIRMED }
  const { outbox } = outboxOf(device.store, [confirmed])
  expect(await outbox.isGone(queued)).toBe(false)
  expect(await outbox.undo(queued)).toBe(true)
  expect(await device.store.listChanges('asha')).toMatchObject([
    { entityId: 'dropped', action: { to: 'pending' }, baseVersion: 4 },
  ])
})

test('pruning leaves a confirmation alone that has the number of a lost one', async () => {
  const { lost, other } = await loseOutbox(CONFIRMED)
  const { store } = device
  await pruneAcked('asha', {
    store: { removeAcked: store.removeAcked, listChanges: async () => [lost] }, // read before the outbox was recreated
    isReading: () => false,
    listCopied: async () => [5],
    findCopied: async () => null,
  })
  expect(await store.listChanges('asha')).toEqual([other])
})
