import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import type { ListingDraft } from '#src/outbox/queue/change-rules.ts'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewRun } from '#tests/support/run-claims.ts'

const NOW = 1_000_000
let database: OutboxDatabase
let store: OutboxStore
let keys = 0

beforeEach(() => {
  keys = 0
  database = createOutboxDatabase()
  store = createOutboxStore(database, { makeKey: () => `key-${++keys}`, now: () => NOW })
})

afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

function draft(overrides: Partial<ListingDraft> = {}): ListingDraft {
  return {
    entity: 'listing',
    userId: 'asha',
    entityId: 'listing-1',
    entityName: 'Sea view',
    action: { kind: 'status', to: 'approved' },
    origin: 'board',
    from: 'pending',
    baseVersion: 3,
    isKeyed: true,
    ...overrides,
  }
}

const REJECT = { kind: 'status', to: 'rejected' } as const
const DELETE = { kind: 'delete' } as const

async function claimOne(): Promise<Change> {
  const [change] = await claimInNewRun(store, { nowMs: NOW, leaseMs: 1_000 })
  if (!change) throw new Error('nothing was due')
  return change
}

const list = () => store.listChanges('asha')
const DUE = { notBefore: NOW, floor: 0 }
const ERROR = { status: 500, code: null, message: 'down' }

describe('queueing', () => {
  test('a change is stored unsent, with a key and its base version', async () => {
    await store.queueChange(draft())
    expect(await list()).toMatchObject([
      { seq: 1, key: 'key-1', baseVersion: 3, state: 'waiting', tries: 0, from: 'pending' },
    ])
  })

  test('folds two unsent changes of a listing, keeping the first key and version', async () => {
    await store.queueChange(draft())
    await store.queueChange(draft({ action: REJECT, from: 'approved', baseVersion: 9 }))
    expect(await list()).toMatchObject([
      { key: 'key-1', baseVersion: 3, from: 'pending', action: REJECT },
    ])
  })

  test('an unsent change and its opposite cancel out', async () => {
    await store.queueChange(draft())
    const back = { kind: 'status', to: 'pending' } as const
    const { outcome } = await store.queueChange(draft({ action: back, from: 'approved' }))
    expect(outcome).toBe('cancelled')
    expect(await list()).toEqual([])
  })

  test('a delete replaces an unsent decision', async () => {
    await store.queueChange(draft())
    await store.queueChange(draft({ action: DELETE, from: 'approved' }))
    expect(await list()).toMatchObject([{ action: DELETE, baseVersion: 3 }])
  })

  test('the same decision twice is one change, also while it is being sent', async () => {
    await store.queueChange(draft())
    expect((await store.queueChange(draft())).outcome).toBe('unchanged')
    await claimOne()
    expect((await store.queueChange(draft({ from: 'approved' }))).outcome).toBe('unchanged')
    expect(await list()).toHaveLength(1)
  })

  test('does not queue the status that the listing already has', async () => {
    const same = { kind: 'status', to: 'pending' } as const
    expect((await store.queueChange(draft({ action: same }))).outcome).toBe('unchanged')
    expect(await list()).toEqual([])
  })

  test('never folds a change in flight: the next one waits behind it', async () => {
    await store.queueChange(draft())
    await claimOne()
    await store.queueChange(draft({ action: REJECT, from: 'approved' }))
    expect((await list()).map(({ state, key }) => [state, key])).toEqual([
      ['sending', 'key-1'],
      ['waiting', 'key-2'],
    ])
  })

  test('never folds a change that was tried without an answer', async () => {
    await store.queueChange(draft())
    await store.postponeChange(await claimOne(), DUE, { ...ERROR, status: null })
    await store.queueChange(draft({ action: REJECT, from: 'approved' }))
    expect(await list()).toHaveLength(2)
  })

  test('a new decision replaces one that needed attention', async () => {
    await store.queueChange(draft())
    await store.parkChange(await claimOne(), ERROR)
    await store.queueChange(draft({ action: REJECT }))
    expect(await list()).toMatchObject([{ key: 'key-2', state: 'waiting', tries: 0 }])
  })
})

describe('settling', () => {
  test('after a confirmation, the next change builds on the new version', async () => {
    await store.queueChange(draft())
    const first = await claimOne()
    await store.queueChange(draft({ action: REJECT, from: 'approved' }))
    await store.ackChange(first, { version: 4, event: null, isFound: false })
    expect(await list()).toMatchObject([
      { state: 'acked', ackedAs: 1, ackedVersion: 4 },
      { state: 'waiting', baseVersion: 4 },
    ])
    expect(await store.countAcked()).toBe(1)
  })

  test("a change based on an older copy builds on the user's own last change", async () => {
    await store.queueChange(draft())
    await store.ackChange(await claimOne(), { version: 4, event: null, isFound: false })
    await store.queueChange(draft({ action: DELETE, from: 'approved', baseVersion: 3 }))
    expect((await list()).at(-1)).toMatchObject({ action: DELETE, baseVersion: 4 })
  })

  test('a retry keeps the key, "Keep mine" creates a new one on the version that won', async () => {
    await store.queueChange(draft())
    await store.parkChange(await claimOne(), ERROR)
    await store.retryChange(1)
    const again = await claimOne()
    expect(again.key).toBe('key-1')
    const conflict = { status: 'rejected', version: 8, changedAt: null, device: null } as const
    await store.setConflict(again, conflict, ERROR)
    await store.keepMine(1)
    expect(await list()).toMatchObject([
      { seq: 1, key: 'key-2', baseVersion: 8, from: 'rejected', tries: 0, state: 'waiting' },
    ])
    // Marks the next conflict as a new one.
    expect(await list()).toMatchObject([{ afterConflict: true }])
  })

  test('an unsent change can be undone, a tried one cannot', async () => {
    await store.queueChange(draft())
    await store.queueChange(draft({ entityId: 'listing-2' }))
    expect(await store.undoUnsent(1)).toBe(true)
    const second = await claimOne()
    expect(await store.undoUnsent(second.seq)).toBe(false)
    await store.postponeChange(second, DUE, { ...ERROR, status: null })
    expect(await store.undoUnsent(second.seq)).toBe(false)
  })

  test('a sign-out keeps listing, change, version, key and the kind of the error', async () => {
    await store.queueChange(draft())
    const conflict = { status: 'rejected', version: 8, changedAt: 'then', device: 'Phone' } as const
    await store.setConflict(await claimOne(), conflict, {
      status: 412,
      code: 'version-conflict',
      message: 'Ravi changed it.',
      fields: { name: 'Ravi' },
    })
    await store.slimDown('asha')
    const [kept] = await list()
    expect(kept?.conflict).toEqual({
      status: 'rejected',
      version: 8,
      changedAt: null,
      device: null,
    })
    expect(kept?.lastError).toEqual({ status: 412, code: 'version-conflict', message: '' })
  })

  test('a sign-out drops an error code that is not an identifier', async () => {
    await store.queueChange(draft())
    await store.parkChange(await claimOne(), { status: 422, code: 'Ravi Kumar', message: 'No.' })
    await store.slimDown('asha')
    expect(await list()).toMatchObject([{ lastError: { status: 422, code: null, message: '' } }])
  })

  test('an unanswered change is due when the network returns, after a sign-out too', async () => {
    await store.queueChange(draft())
    await store.postponeChange(await claimOne(), DUE, { ...ERROR, status: null })
    await store.slimDown('asha')
    await store.makeUnansweredDue('asha')
    expect(await list()).toMatchObject([{ notBefore: 0 }])
  })
})
