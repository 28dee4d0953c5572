import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, EventChange } from '#src/domain/change.ts'
import type { EventAction } from '#src/domain/event/event-change.ts'
import { claimOne as claimOneOf, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleFields } from '#tests/support/outbox/sample-change.ts'

// Changes of end users' events. A new event has an id made on the device until the server assigns one.

let keys = 0
const outbox = setupOutbox({ makeKey: () => `key-${++keys}`, now: () => 0 })

beforeEach(() => {
  keys = 0
})

const CREATE: EventAction = { kind: 'create', fields: sampleFields(), twins: [] }
const DELETE: EventAction = { kind: 'delete' }
const rename = (title: string): EventAction => ({ kind: 'update', patch: { title } })
const move = (place: string): EventAction => ({ kind: 'update', patch: { place } })

async function queue(entityId: string | null, action: EventAction): Promise<Change> {
  const { change } = await outbox.store.queueChange({
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

const claimOne = async () => (await claimOneOf(outbox.store, { userId: 'meera' })) as EventChange // all are events

const list = () => outbox.store.listChanges('meera')
const made = (id: string) => ({ version: 1, event: { id, version: 1, patch: {} }, isFound: false })
const found = (id: string) => ({ ...made(id), isFound: true })
const NO = { status: 400, code: null, message: 'No.' }
/** Loses the answer to this change, which is due again at once. */
const lose = (change: Change) =>
  outbox.store.postponeChange(change, { notBefore: 0, floor: 0 }, { ...NO, status: null })

describe('an event created on this device', () => {
  test('has an id made on the device, and its unsent edits are merged into its create', async () => {
    const { entityId, key } = await queue(null, CREATE)
    expect(entityId).toBe('new-key-1')
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    const fields = sampleFields({ title: 'Site visit', place: 'Kothrud' })
    expect(await list()).toMatchObject([
      { entityId, key, entityName: 'Site visit', action: { kind: 'create', fields } },
    ])
  })

  test('that was deleted before it was sent can be restored by Undo, and is otherwise never sent', async () => {
    const created = await queue(null, CREATE)
    const { entityId } = created
    await queue(entityId, DELETE)
    await outbox.store.undoUnsent(created)
    expect(await list()).toMatchObject([{ action: CREATE, earlier: [] }])
    await queue(entityId, DELETE)
    await expect(claimOne()).rejects.toThrow('nothing is due')
    expect(await list()).toEqual([])
  })

  test('that was deleted here and then edited on another screen is created', async () => {
    const { entityId } = await queue(null, CREATE)
    await queue(entityId, DELETE)
    await queue(entityId, rename('Site visit'))
    const fields = sampleFields({ title: 'Site visit' })
    expect(await list()).toMatchObject([{ action: { kind: 'create', fields } }])
  })

  test('that is edited while being sent has one queued edit, with the id from the server', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Site visit'))
    await outbox.store.ackChange(claimed, made('server-1'))
    expect(await list()).toMatchObject([
      { state: 'acked', entityId, ackedResult: { id: 'server-1' } },
      { state: 'waiting', entityId: 'server-1', action: rename('Site visit') },
    ])
  })

  test("that a screen edits twice by its temporary id, after the server confirmed it, has one queued edit with the server's id", async () => {
    const { entityId } = await queue(null, CREATE)
    await outbox.store.ackChange(await claimOne(), made('server-1'))
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    const patch = { title: 'Site visit', place: 'Kothrud' }
    expect(await list()).toMatchObject([
      { state: 'acked' },
      { entityId: 'server-1', action: { kind: 'update', patch } },
    ])
    expect(await list()).toHaveLength(2)
  })

  test('whose create got no answer is sent again before its later edits', async () => {
    const { entityId } = await queue(null, CREATE)
    await lose(await claimOne())
    await queue(entityId, rename('Site visit'))
    await queue(entityId, move('Kothrud'))
    expect(await list()).toMatchObject([
      { action: CREATE, tries: 1 },
      { action: { kind: 'update', patch: { title: 'Site visit', place: 'Kothrud' } } },
    ])
    expect((await claimOne()).action).toEqual(CREATE)
  })

  test('that is deleted after a try without an answer is created and then deleted on the server', async () => {
    const { entityId } = await queue(null, CREATE)
    await lose(await claimOne())
    await queue(entityId, DELETE)
    await outbox.store.ackChange(await claimOne(), made('server-1'))
    expect(await claimOne()).toMatchObject({ entityId: 'server-1', action: DELETE })
  })
})

describe('an event refused by the server', () => {
  test('is queued again by its next edit, under a new idempotency key and with all its edits', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Shorter'))
    await outbox.store.parkChange(claimed, NO)
    await queue(entityId, move('Kothrud'))
    const fields = sampleFields({ title: 'Shorter', place: 'Kothrud' })
    expect(await list()).toMatchObject([
      { state: 'waiting', tries: 0, key: 'key-3', entityId, action: { kind: 'create', fields } },
    ])
  })

  test('disappears when its owner deletes it', async () => {
    const { entityId } = await queue(null, CREATE)
    await outbox.store.parkChange(await claimOne(), NO)
    await queue(entityId, DELETE)
    await expect(claimOne()).rejects.toThrow('nothing is due')
    expect(await list()).toEqual([])
  })

  test('is discarded together with its later edits', async () => {
    const { entityId } = await queue(null, CREATE)
    const claimed = await claimOne()
    await queue(entityId, rename('Shorter'))
    await outbox.store.parkChange(claimed, NO)
    await outbox.store.discardChange(claimed)
    expect(await list()).toEqual([])
  })
})

test.each<[string, EventAction[], (EventAction | null)[]]>([
  ['after a delete', [DELETE], [null]],
  ['after an edit and a delete', [rename('Site visit'), DELETE], [rename('Site visit'), null]],
  ['after two edits', [rename('Site visit'), move('Kothrud')], [rename('Site visit'), null]],
])('Undo reverts only the last step, not earlier edits: %s', async (_what, actions, steps) => {
  for (const action of actions) await queue('server-1', action)
  for (const action of steps) {
    expect(await outbox.store.undoUnsent(await outbox.at(1))).toBe(true)
    const before = { action, entityName: 'Site visit', earlier: [] }
    expect(await list()).toMatchObject(action ? [before] : [])
    expect(await list()).toHaveLength(action ? 1 : 0)
  }
})

test('undoing the delete of an event queues its refused edit again', async () => {
  await queue('server-1', rename('Site visit'))
  await outbox.store.parkChange(await claimOne(), NO)
  await outbox.store.undoUnsent(await queue('server-1', DELETE))
  expect(await list()).toMatchObject([{ state: 'waiting', action: rename('Site visit') }])
})

test('a retry by a person resets the number of tries of a create that the server may have carried out', async () => {
  await queue(null, CREATE)
  const claimed = await claimOne()
  await outbox.store.parkChange(claimed, { ...NO, code: 'maybe-made' })
  await outbox.store.slimDown('meera') // a sign-out removes texts of the change, but keeps the change
  await outbox.store.retryChanges([claimed])
  expect((await claimOne()).tries).toBe(1)
})

test('`forgetConfirmed` removes confirmed changes, but not waiting ones', async () => {
  await queue(null, CREATE)
  await outbox.store.ackChange(await claimOne(), made('server-1'))
  await queue('server-1', rename('Site visit'))
  await outbox.store.forgetConfirmed()
  expect(await list()).toMatchObject([{ state: 'waiting', action: rename('Site visit') }])
})

test.each([
  ['only one is confirmed by an event that was found in the list', found('server-1'), false],
  ['both are confirmed by answers with the same id', made('server-1'), true],
])('when two equal events are created, %s', async (_what, confirmed, isTaken) => {
  await queue(null, CREATE)
  await queue(null, CREATE)
  const [one, other] = [await claimOne(), await claimOne()]
  expect(await outbox.store.ackChange(one, confirmed)).toBe(true)
  expect(await outbox.store.ackChange(other, confirmed)).toBe(isTaken)
  const waiting = { state: 'waiting', action: { ...CREATE, twins: ['server-1'] } }
  expect(await list()).toMatchObject([{ state: 'acked' }, isTaken ? { state: 'acked' } : waiting])
})
