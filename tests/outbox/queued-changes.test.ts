import { expect, test } from 'vitest'
import { StorageTroubleError } from '#src/storage/storage-trouble.ts'
import { createDrainDevice } from '#tests/support/outbox/drain-device.ts'
import { outboxOf } from '#tests/support/outbox/person-outbox.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'

test('a decision is committed, then shown, announced and sent, and the browser is asked to keep it', async () => {
  const { store } = createDrainDevice()
  const { outbox, seen } = outboxOf(store)
  await outbox.queueListing(sampleListing(), { kind: 'status', to: 'approved' }, 'table')
  expect(await store.listChanges('asha')).toHaveLength(1)
  expect(seen).toEqual(['shown listing-1', 'announced listing-1', 'asked to keep', 'sent'])
})

test('a decision that the device cannot store is neither shown nor sent', async () => {
  const { store } = createDrainDevice()
  const trouble = new StorageTroubleError('full', 'queue')
  const { outbox, seen } = outboxOf({ ...store, queueChange: () => Promise.reject(trouble) })
  const decided = outbox.queueListing(sampleListing(), { kind: 'status', to: 'approved' }, 'table')
  await expect(decided).rejects.toBe(trouble)
  expect(seen).toEqual([])
})

test('a decision that is undone before it is sent is removed, then hidden and announced', async () => {
  const { store } = createDrainDevice()
  const { outbox, seen } = outboxOf(store)
  const action = { kind: 'status', to: 'approved' } as const
  const queued = await outbox.queueListing(sampleListing(), action, 'table')
  if (!queued?.change) throw new Error('nothing was queued')
  seen.length = 0
  expect(await outbox.undo(queued.change)).toBe(true)
  expect(await store.listChanges('asha')).toEqual([])
  expect(seen).toEqual(['hidden listing-1', 'undone listing-1'])
})
