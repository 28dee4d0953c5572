import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { createOutboxView } from '#src/outbox/outbox-view.ts'
import { claimInNewRun, claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const outbox = setupOutbox()
const ACKED = { state: 'acked' }
const WAITING = { state: 'waiting' }

/** Opens Asha's view of the outbox. */
function openView(from: Pick<OutboxStore, 'observeChanges'> = outbox.store) {
  const asha = { findUserId: () => 'asha', subscribe: () => () => {} }
  const view = createOutboxView(Promise.resolve(from), asha)
  onTestFinished(view.dispose)
  return view
}

/** Confirms the change that is due, as after an answer of the server. */
async function confirmOne(): Promise<void> {
  const confirmed = { version: 4, event: null, isFound: false }
  await outbox.store.ackChange(await claimOne(outbox.store), confirmed)
}

test('a confirmed change stays in the view after another tab removed it from the store', async () => {
  const { store } = outbox
  const view = openView()
  await store.queueChange(sampleChange())
  await confirmOne()
  await waitFor(() => expect(view.get().changes).toMatchObject([ACKED]))
  await store.queueChange(sampleChange({ entityId: 'another' }))
  await store.removeAcked([await outbox.at(1)])
  await waitFor(() => expect(view.get().changes).toHaveLength(2))
  expect(view.get().changes).toMatchObject([{ ...ACKED, seq: 1 }, WAITING])
})

test('in a recreated outbox, a new decision is listed after the confirmed decisions that the page still shows', async () => {
  const { store, database } = outbox
  const view = openView()
  for (const to of ['rejected', 'approved'] as const) {
    await store.queueChange(sampleChange({ action: { kind: 'status', to } }))
    await confirmOne()
  }
  await waitFor(() => expect(view.get().changes).toMatchObject([ACKED, ACKED]))
  await database.changes.clear() // as in a recreated database, whose first `seq` is 1 again
  const next = { ...sampleChange({ action: { kind: 'delete' } }), key: 'new', seq: 1 }
  await database.changes.add(next as Change)
  await waitFor(() => expect(view.get().changes).toMatchObject([ACKED, ACKED, { key: 'new' }]))
  view.show({ ...next, tries: 1 } as Change)
  expect(view.get().changes).toMatchObject([ACKED, ACKED, { key: 'new', tries: 1 }])
})

test('once it is settled, the view has read the queue; it shows a change committed by this page without another read', async () => {
  const { store } = outbox
  await store.queueChange(sampleChange())
  const view = openView(onceRead(store))
  expect(view.get()).toMatchObject({ state: 'loading', changes: [] })
  await view.settled()
  expect(view.get()).toMatchObject({ state: 'ready', changes: [WAITING] })
  const { change } = await store.queueChange(sampleChange({ entityId: 'another' }))
  if (change) view.show(change)
  expect(view.get().changes).toMatchObject([{ seq: 1 }, { seq: 2, entityId: 'another' }])
  const folded = { ...change, action: { kind: 'delete' } } as Change // a later decision about the same listing
  view.show(folded)
  expect(view.get().changes).toMatchObject([{ seq: 1 }, { seq: 2, action: { kind: 'delete' } }])
})

test('an unsent change that this page has removed is hidden without another read, and a confirmed one stays', async () => {
  const { store } = outbox
  await store.queueChange(sampleChange())
  await confirmOne()
  await store.queueChange(sampleChange({ entityId: 'another' }))
  const view = openView(onceRead(store))
  await view.settled()
  const [confirmed, unsent] = view.get().changes
  if (!confirmed || !unsent) throw new Error('two changes are stored')
  view.hide({ ...unsent, userId: 'ravi' })
  view.hide(confirmed)
  expect(view.get().changes).toMatchObject([ACKED, WAITING])
  view.hide(unsent)
  expect(view.get().changes).toMatchObject([ACKED])
})

test('`show` ignores a change of another user, and the unsent state of a change that is already being sent', async () => {
  const { store } = outbox
  const { change } = await store.queueChange(sampleChange())
  if (!change) throw new Error('nothing was queued')
  await claimInNewRun(outbox.store, { limit: 1 })
  const view = openView(onceRead(store))
  await view.settled()
  view.show(change)
  view.show({ ...change, seq: 2, userId: 'ravi' })
  expect(view.get().changes).toMatchObject([{ seq: 1, state: 'sending' }])
})

test('a read of the outbox that finds the same changes notifies no subscriber', async () => {
  const { store } = outbox
  const observeChanges = vi.fn<OutboxStore['observeChanges']>(() => () => undefined)
  const view = openView({ observeChanges })
  await store.queueChange(sampleChange())
  const read = async () => {
    const changes = await store.listChanges('asha')
    observeChanges.mock.lastCall?.[1]({ changes, batches: [], unreadable: 0, databaseId: 1 })
  }
  await read()
  const told = vi.fn()
  view.subscribe(told)
  await read()
  expect(told).not.toHaveBeenCalled()
  await store.queueChange(sampleChange({ entityId: 'another' }))
  await read()
  expect(told).toHaveBeenCalledTimes(1)
})

test('`settled` resolves after a second at most, even if the storage does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = { ...outbox.store, observeChanges: () => () => {} }
  const view = openView(silent)
  const settled = view.settled()
  await vi.advanceTimersByTimeAsync(1_000)
  await settled
  expect(view.get().state).toBe('loading')
  vi.useRealTimers()
})

/** A store that is read only once, so that the view gets later changes only from `show`. */
function onceRead(store: OutboxStore): OutboxStore {
  return {
    ...store,
    observeChanges(userId, onNext, onError) {
      store
        .listChanges(userId)
        .then((changes) => onNext({ changes, batches: [], unreadable: 0, databaseId: 1 }))
        .catch(onError)
      return () => undefined
    },
  }
}

test('a disposed view does not read a store that opens later', async () => {
  const observeChanges = vi.fn(() => () => undefined)
  openView({ observeChanges }).dispose()
  await Promise.resolve() // the store has opened
  expect(observeChanges).not.toHaveBeenCalled()
})
