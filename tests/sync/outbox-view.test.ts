import { waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createOutboxView } from '#src/sync/outbox-view.ts'
import { claimInNewPass } from '#tests/support/pass-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

let database: OutboxDatabase

beforeEach(() => {
  database = createOutboxDatabase()
})
afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

test('a confirmation that another tab let be forgotten still stands over what this page has read', async () => {
  const store = createOutboxStore(database)
  const view = createOutboxView(store, { findUserId: () => 'asha', subscribe: () => () => {} })
  await store.queueChange(sampleChange())
  const [claimed] = await claimInNewPass(store, { limit: 1 })
  if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
  await waitFor(() => expect(view.get().changes).toMatchObject([{ state: 'acked' }]))
  await store.queueChange(sampleChange({ entityId: 'another' }))
  await store.removeAcked([1])
  await waitFor(() => expect(view.get().changes).toHaveLength(2))
  expect(view.get().changes).toMatchObject([{ state: 'acked', seq: 1 }, { state: 'waiting' }])
  view.dispose()
})
