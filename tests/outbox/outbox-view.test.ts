import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { createOutboxView } from '#src/outbox/outbox-view.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { claimInNewRun, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const outbox = setupOutbox()
const ACKED = { state: 'acked' }
const asha = { findUserId: () => 'asha', subscribe: () => () => {} }

test('a confirmed change stays in the view after another tab removed it from the store', async () => {
  const { store } = outbox
  const view = createOutboxView(Promise.resolve(store), asha)
  await store.queueChange(sampleChange())
  const [claimed] = await claimInNewRun(outbox.store, { limit: 1 })
  if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
  await waitFor(() => expect(view.get().changes).toMatchObject([{ state: 'acked' }]))
  await store.queueChange(sampleChange({ entityId: 'another' }))
  await store.removeAcked([1])
  await waitFor(() => expect(view.get().changes).toHaveLength(2))
  expect(view.get().changes).toMatchObject([{ state: 'acked', seq: 1 }, { state: 'waiting' }])
  view.dispose()
})

test('in a recreated outbox, a new decision is listed after the confirmed decisions that the page still shows', async () => {
  const { store, database } = outbox
  const view = createOutboxView(Promise.resolve(store), asha)
  for (const to of ['rejected', 'approved'] as const) {
    await store.queueChange(sampleChange({ action: { kind: 'status', to } }))
    const [claimed] = await claimInNewRun(store, { limit: 1 })
    if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
  }
  await waitFor(() => expect(view.get().changes).toMatchObject([ACKED, ACKED]))
  await database.changes.clear() // as in a recreated database, whose first `seq` is 1 again
  const next = { ...sampleChange({ action: { kind: 'delete' } }), key: 'new', seq: 1 }
  await database.changes.add(next as Change)
  await waitFor(() => expect(view.get().changes).toMatchObject([ACKED, ACKED, { key: 'new' }]))
  view.show({ ...next, tries: 1 } as Change)
  expect(view.get().changes).toMatchObject([ACKED, ACKED, { key: 'new', tries: 1 }])
  view.dispose()
})

test('the view shows a change committed by this page without waiting for a read', async () => {
  const { store } = outbox
  await store.queueChange(sampleChange())
  const view = createOutboxView(Promise.resolve(onceRead(store)), asha)
  await view.settled()
  const { change } = await store.queueChange(sampleChange({ entityId: 'another' }))
  expect(view.get().changes).toHaveLength(1)
  if (change) view.show(change)
  expect(view.get().changes).toMatchObject([{ seq: 1 }, { seq: 2, entityId: 'another' }])
  const folded = { ...change, action: { kind: 'delete' } } as Change // a later decision about the same listing
  view.show(folded)
  expect(view.get().changes).toMatchObject([{ seq: 1 }, { seq: 2, action: { kind: 'delete' } }])
  view.dispose()
})

test('`show` ignores a change of another user, and the unsent state of a change that is already being sent', async () => {
  const { store } = outbox
  const { change } = await store.queueChange(sampleChange())
  if (!change) throw new Error('nothing was queued')
  await claimInNewRun(outbox.store, { limit: 1 })
  const view = createOutboxView(Promise.resolve(onceRead(store)), asha)
  await view.settled()
  view.show(change)
  view.show({ ...change, seq: 2, userId: 'ravi' })
  expect(view.get().changes).toMatchObject([{ seq: 1, state: 'sending' }])
  view.dispose()
})

test('a read of the outbox that finds the same changes notifies no subscriber', async () => {
  const { store } = outbox
  let tellRead: Parameters<typeof store.observeChanges>[1] = () => undefined
  const observed: Pick<OutboxStore, 'observeChanges'> = {
    observeChanges(_userId, onNext) {
      tellRead = onNext
      return () => undefined
    },
  }
  const view = createOutboxView(Promise.resolve(observed), asha)
  const told = vi.fn()
  await store.queueChange(sampleChange())
  const read = async () =>
    tellRead({ changes: await store.listChanges('asha'), unreadable: 0, databaseId: 1 })
  await read()
  view.subscribe(told)
  await read()
  expect(told).not.toHaveBeenCalled()
  await store.queueChange(sampleChange({ entityId: 'another' }))
  await read()
  expect(told).toHaveBeenCalledTimes(1)
  view.dispose()
})

test('`settled` resolves when the queue has been read', async () => {
  const { store } = outbox
  await store.queueChange(sampleChange())
  const view = createOutboxView(Promise.resolve(store), asha)
  expect(view.get().state).toBe('loading')
  await view.settled()
  expect(view.get()).toMatchObject({ state: 'ready', changes: [{ state: 'waiting' }] })
  view.dispose()
})

test('`settled` resolves after a second at most, even if the storage does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = { ...outbox.store, observeChanges: () => () => {} }
  const view = createOutboxView(Promise.resolve(silent), asha)
  const settled = view.settled()
  await vi.advanceTimersByTimeAsync(1_000)
  await settled
  expect(view.get().state).toBe('loading')
  view.dispose()
  vi.useRealTimers()
})

/** A store that is read only once, so that the view gets later changes only from `show`. */
function onceRead(store: OutboxStore): OutboxStore {
  return {
    ...store,
    observeChanges(userId, onNext, onError) {
      store
        .listChanges(userId)
        .then((changes) => onNext({ changes, unreadable: 0, databaseId: 1 }))
        .catch(onError)
      return () => undefined
    },
  }
}

test('a disposed view does not read a store that opens later', async () => {
  const observeChanges = vi.fn(() => () => undefined)
  const gate = createGate<Pick<OutboxStore, 'observeChanges'>>()
  const opening = gate.pass()
  const view = createOutboxView(opening, asha)
  view.dispose()
  gate.open({ observeChanges })
  await opening
  expect(observeChanges).not.toHaveBeenCalled()
})
