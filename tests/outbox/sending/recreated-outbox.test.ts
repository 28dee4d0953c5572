import { expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import { batchKeyOf } from '#src/domain/listing/change-batch.ts'
import { createDrainDevice, createGate, YES } from '#tests/support/outbox/drain-device.ts'
import { recreateWith } from '#tests/support/outbox/recreated-outbox.ts'
import { claimInNewRun, claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

// A recreated outbox counts its rows from 1 again. A tab that was frozen meanwhile, or a second tab without Web Locks, may
// have the answer to a lost change whose number is now that of another change.

const outbox = setupOutbox()
const ERROR = { status: 500, code: null, message: 'down' }
const LATER = { notBefore: 9, floor: 0 }
const CONFLICT = { status: 'rejected', version: 2, changedAt: null, device: null } as const
const CONFIRMED = { version: 2, event: null, isFound: false }

test.each<[string, (lost: Change) => Promise<unknown>]>([
  ['ackChange', (lost) => outbox.store.ackChange(lost, CONFIRMED)],
  ['postponeChange', (lost) => outbox.store.postponeChange(lost, LATER, ERROR)],
  ['holdForSignIn', (lost) => outbox.store.holdForSignIn(lost, ERROR)],
  ['parkChange', (lost) => outbox.store.parkChange(lost, ERROR)],
  ['setConflict', (lost) => outbox.store.setConflict(lost, CONFLICT, ERROR)],
  ['keepClaim', (lost) => outbox.store.keepClaim(lost, 999_000)],
  [
    'settleTogether',
    async (claimed) =>
      (await outbox.store.settleTogether([{ claimed, confirmed: CONFIRMED }])).length > 0,
  ],
])('%s of a lost change leaves another change with its number alone', async (_, settle) => {
  const { store, database } = outbox
  await store.queueChange(sampleChange({ entityId: 'lost' }))
  const lost = await claimOne(store)
  await database.changes.clear() // as in a recreated database, whose first `seq` is 1 again
  const { change } = await store.queueChange(sampleChange({ entityId: 'new' }))
  await database.changes.clear()
  await database.changes.add({ ...change, seq: lost.seq } as Change)
  const claimed = await claimInNewRun(store)
  expect(claimed).toMatchObject([{ entityId: 'new', seq: lost.seq, fence: lost.fence }])
  expect(await settle(lost)).toBe(false)
  expect(await store.listChanges('asha')).toEqual(claimed)
})

test('a change is sent beside the call of a lost change that has its number', async () => {
  const device = createDrainDevice()
  await device.queueAll(['lost'])
  const call = createGate<ChangeAnswer>()
  const tab = device.openTab(({ entityId }) => (entityId === 'lost' ? call.pass() : YES))
  const run = tab.run()
  await call.reached
  await recreateWith(device.database, { seq: 1 }, sampleChange({ key: 'new', entityId: 'new' }))
  void tab.run()
  await device.settle()
  const beside = device.sentIds()
  call.open(YES)
  await run
  expect(beside).toEqual(['lost', 'new'])
})

test('a plan of a lost outbox claims no change before the earlier one of its listing', async () => {
  const { store, database } = outbox
  await store.queueChange(sampleChange({ entityId: 'alone' }))
  const drafts = ['first', 'second'].map((entityId) => sampleChange({ entityId }))
  await store.queueBatch({ userId: 'asha', decision: { kind: 'status', to: 'approved' }, drafts })
  expect(await claimInNewRun(store, { limit: 1 })).toMatchObject([{ entityId: 'alone' }]) // the batch is planned
  const ofBatch = (place: number) => ({
    seq: place + 2,
    key: batchKeyOf('new', place),
    batch: { id: 'new', count: 2 },
  })
  await database.changes.clear()
  await database.changes.bulkAdd([
    sampleChange({ seq: 1, key: '1', entityId: 'busy', state: 'sending', leasedUntil: 40_000 }),
    sampleChange({ ...ofBatch(0), entityId: 'busy' }),
    sampleChange({ ...ofBatch(1), entityId: 'idle' }),
  ])
  expect(await claimInNewRun(store)).toMatchObject([{ entityId: 'idle' }])
})
