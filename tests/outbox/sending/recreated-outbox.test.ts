import { expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
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
