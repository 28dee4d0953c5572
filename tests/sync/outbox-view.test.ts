import { waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('what waits is known once it was read, and by then whoever asked is told', async () => {
  const store = createOutboxStore(database)
  await store.queueChange(sampleChange())
  const view = createOutboxView(store, { findUserId: () => 'asha', subscribe: () => () => {} })
  expect(view.get().state).toBe('loading')
  await view.settled()
  expect(view.get()).toMatchObject({ state: 'ready', changes: [{ state: 'waiting' }] })
  view.dispose()
})

test('a storage that does not answer keeps nobody waiting for longer than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = { ...createOutboxStore(database), observeChanges: () => () => {} }
  const view = createOutboxView(silent, { findUserId: () => 'asha', subscribe: () => () => {} })
  const settled = view.settled()
  await vi.advanceTimersByTimeAsync(1_000)
  await settled
  expect(view.get().state).toBe('loading')
  view.dispose()
  vi.useRealTimers()
})
