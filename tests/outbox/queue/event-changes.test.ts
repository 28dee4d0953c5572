import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Change, EventChange } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event-change.ts'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewRun } from '#tests/support/run-claims.ts'
import { sampleEventChange, sampleFields } from '#tests/support/sample-change.ts'

// Events of end users in the same queue: one record from the device's own id to the server's.

let database: OutboxDatabase
let store: OutboxStore
let keys: number

beforeEach(() => {
  keys = 0
  database = createOutboxDatabase()
  store = createOutboxStore(database, { makeKey: () => `key-${++keys}`, now: () => 0 })
})

afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

const CREATE: EventAction = { kind: 'create', fields: sampleFields(), twins: [] }
const DELETE: EventAction = { kind: 'delete' }
const rename = (title: string): EventAction => ({ kind: 'update', patch: { title } })
const move = (place: string): EventAction => ({ kind: 'update', patch: { place } })

async function queue(entityId: string | null, action: EventAction): Promise<Change> {
  const { change } = await store.queueChange({
    entity: 'event',
    userId: 'meera',
    entityId,
    entityName: 'Open house in Baner',
    isKeyed: true,
    action,
  })
  if (!change) throw new Error('nothing is queued')
  return change
}

async function claimOne(): Promise<EventChange> {
  const [claimed] = await claimInNewRun(store, { userId: 'meera', limit: 1 })
  if (claimed?.entity !== 'event') throw new Error('no event is due')
  return claimed
}

const list = () => store.listChanges('meera')
const made = (id: string) => ({
  version: 1,
  event: { id, version: 1, patch: {} },
  isFound: false,
})
const found = (id: string) => ({ ...made(id), isFound: true })
const DUE = { notBefore: 0, floor: 0 }
const NO = { status: 400, code: null, message: 'No.' }

describe('an event created on this device', () => {
  test('has an id of its own, and unsent edits are folded into its creation', async () => {
    const { entityId, key } = await queue(null, CREATE)
    expect(entityId).toBe('new-key-1')
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    const fields = sampleFields({ title: 'Site visit', place: 'Kothrud' })
    expect(await list()).toMatchObject([
      { entityId, key, entityName: 'Site visit', action: { kind: 'create', fields } },
    ])
  })

  test('that was deleted before it was sent can be restored, and is never sent', async () => {
    const { entityId, seq } = await queue(null, CREATE)
    await queue(entityId, DELETE)
    await store.undoUnsent(seq)
    expect(await list()).toMatchObject([{ action: CREATE, earlier: [] }])
    await queue(entityId, DELETE)
    await expect(claimOne()).rejects.toThrow('no event is due')
    expect(await list()).toEqual([])
  })

  test('that was deleted here and then edited on another screen is created', async () => {
    const { entityId } = await queue(null, CREATE)
    await queue(entityId, DELETE)
    await queue(entityId, rename('Site visit'))
    const fields = sampleFields({ title: 'Site visit' })
    expect(await list()).toMatchObject([{ action: { kind: 'create', fields } }])
  })

  test('that is edited while being sent is edited under the id from the server', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Site visit'))
    await store.ackChange(claimed, made('server-1'))
    expect(await list()).toMatchObject([
      { state: 'acked', entityId, ackedResult: { id: 'server-1' } },
      { state: 'waiting', entityId: 'server-1', action: rename('Site visit') },
    ])
  })

  test('that is edited by a screen without the new id is edited under the new id', async () => {
    const { entityId } = await queue(null, CREATE)
    await store.ackChange(await claimOne(), made('server-1'))
    expect(await queue(entityId, DELETE)).toMatchObject({ entityId: 'server-1' })
  })

  test('that is edited again by that screen has one edit, under the new id', async () => {
    const { entityId } = await queue(null, CREATE)
    await store.ackChange(await claimOne(), made('server-1'))
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    const patch = { title: 'Site visit', place: 'Kothrud' }
    expect(await list()).toMatchObject([
      { state: 'acked' },
      { entityId: 'server-1', action: { kind: 'update', patch } },
    ])
    expect(await list()).toHaveLength(2)
  })

  test('keeps its edits in order behind a try without an answer', async () => {
    const { entityId } = await queue(null, CREATE)
    await store.postponeChange(await claimOne(), DUE, { ...NO, status: null })
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    expect(await list()).toMatchObject([
      { action: CREATE, tries: 1 },
      { action: { kind: 'update', patch: { title: 'Site visit', place: 'Kothrud' } } },
    ])
    expect((await claimOne()).action).toEqual(CREATE)
  })

  test('that is deleted after a try without an answer is deleted on the server', async () => {
    const { entityId } = await queue(null, CREATE)
    await store.postponeChange(await claimOne(), DUE, { ...NO, status: null })
    await queue(entityId, DELETE)
    await store.ackChange(await claimOne(), made('server-1'))
    expect(await claimOne()).toMatchObject({ entityId: 'server-1', action: DELETE })
  })
})

describe('an event refused by the server', () => {
  test('is created by the next edit, with a new key and its waiting edits', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Shorter'))
    await store.parkChange(claimed, NO)
    await queue(entityId, move('Kothrud'))
    const fields = sampleFields({ title: 'Shorter', place: 'Kothrud' })
    expect(await list()).toMatchObject([
      { state: 'waiting', tries: 0, key: 'key-3', entityId, action: { kind: 'create', fields } },
    ])
  })

  test('disappears when its owner deletes it', async () => {
    const { entityId } = await queue(null, CREATE)
    await store.parkChange(await claimOne(), NO)
    await queue(entityId, DELETE)
    await expect(claimOne()).rejects.toThrow('no event is due')
    expect(await list()).toEqual([])
  })

  test('takes its later edits with it when discarded', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Shorter'))
    await store.parkChange(claimed, NO)
    await store.discardChange(claimed.seq)
    expect(await list()).toEqual([])
  })
})

describe('undo reverts one step, and loses no typed text', () => {
  test('of a delete: the event stays', async () => {
    const { seq } = await queue('server-1', DELETE)
    expect(await store.undoUnsent(seq)).toBe(true)
    expect(await list()).toEqual([])
  })

  test('of a delete after an edit: the edit is restored', async () => {
    const { seq } = await queue('server-1', rename('Site visit'))
    await queue('server-1', DELETE)
    await store.undoUnsent(seq)
    expect(await list()).toMatchObject([{ action: rename('Site visit'), earlier: [] }])
  })

  test('of a second edit: the first is restored, and then none', async () => {
    const { seq } = await queue('server-1', rename('Site visit'))
    await queue('server-1', move('Kothrud'))
    await store.undoUnsent(seq)
    expect(await list()).toMatchObject([
      { action: rename('Site visit'), entityName: 'Site visit', earlier: [] },
    ])
    await store.undoUnsent(seq)
    expect(await list()).toEqual([])
  })

  test('of a delete of a refused edit: the refused edit is sent again', async () => {
    await queue('server-1', rename('Site visit'))
    await store.parkChange(await claimOne(), NO)
    const { seq } = await queue('server-1', DELETE)
    await store.undoUnsent(seq)
    expect(await list()).toMatchObject([{ state: 'waiting', action: rename('Site visit') }])
  })
})

test('a retry after the "maybe made" question counts as a first try', async () => {
  await queue(null, CREATE)
  const claimed = await claimOne()
  await store.parkChange(claimed, { ...NO, code: 'maybe-made' })
  await store.slimDown('meera') // the question also survives a sign-out
  await store.retryChange(claimed.seq)
  expect((await claimOne()).tries).toBe(1)
})

test('removing cached reads removes confirmed changes, but not waiting ones', async () => {
  await queue(null, CREATE)
  await store.ackChange(await claimOne(), made('server-1'))
  await queue('server-1', rename('Site visit'))
  await store.forgetConfirmed()
  expect(await list()).toMatchObject([{ state: 'waiting', action: rename('Site visit') }])
})

describe('two equal events without answers', () => {
  test('are not both matched to the same event in the list', async () => {
    await queue(null, CREATE)
    await queue(null, CREATE)
    const [one, other] = [await claimOne(), await claimOne()]
    expect(await store.ackChange(one, found('server-1'))).toBe(true)
    expect(await store.ackChange(other, found('server-1'))).toBe(false)
    expect(await list()).toMatchObject([
      { state: 'acked' },
      { state: 'waiting', action: { ...CREATE, twins: ['server-1'] } },
    ])
  })
})

test('accepts one id for two equal events if the server returns it', async () => {
  await queue(null, CREATE)
  await queue(null, CREATE)
  const [one, other] = [await claimOne(), await claimOne()]
  expect(await store.ackChange(one, made('server-1'))).toBe(true)
  expect(await store.ackChange(other, made('server-1'))).toBe(true)
})

describe('changes of earlier and later builds', () => {
  test('reads and sends a listing change of the first build like its own', async () => {
    const { entity: _, entityId: __, entityName: ___, isKeyed: ____, ...rest } = sampleEventChange()
    const { ackedResult: _____, earlier: ______, ...common } = rest
    const first = {
      ...common,
      format: 1,
      listingId: 'listing-1',
      listingName: 'Sea view',
      action: { kind: 'status', to: 'approved' },
      origin: 'board',
      from: 'pending',
      baseVersion: 3,
    }
    await database.changes.add(first as unknown as Change) // as that build stored it
    expect(await store.listChanges('asha')).toMatchObject([
      {
        entity: 'listing',
        entityId: 'listing-1',
        entityName: 'Sea view',
        isKeyed: true,
        baseVersion: 3,
      },
    ])
  })

  test('keeps a change of a later build unchanged, unread and unsent', async () => {
    const later = { ...sampleEventChange({ seq: 7 }), format: 99, anything: 'else' }
    await database.changes.add(later)
    expect(await store.listChanges('asha')).toEqual([])
    await store.slimDown('asha')
    await store.discardAll('asha')
    expect(await store.retryChange(7)).toBe(false)
    expect(await store.discardChange(7)).toBe(false)
    expect(await database.changes.get(7)).toEqual(later)
  })
})
