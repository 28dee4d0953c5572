import { expect, test } from 'vitest'
import { readAllText, readWhole } from '#tests/server/whole-database.ts'
import { VISIT } from './event-calls.ts'
import { eventServerForEachTest } from './event-server.ts'

const KEY = { 'Idempotency-Key': 'key-of-a-create-0001' }
const OTHER_KEY = { 'Idempotency-Key': 'key-of-another-00001' }

const { server, asha } = eventServerForEachTest()

test('a create sent twice with one key creates one event, and the second answer has its id', async () => {
  const first = await asha.create(VISIT, KEY)
  server.clock.advance(60_000)
  const second = await asha.create(VISIT, KEY)
  expect(second.status).toBe(200)
  expect(second.json).toEqual({ _id: first.json['_id'], version: 1 })
  expect(first.headers.get('Idempotency-Replayed')).toBeNull()
  expect(second.headers.get('Idempotency-Replayed')).toBe('true')
  expect((await readWhole(server)).events).toHaveLength(1)
})

test('an update sent twice with one key is applied once', async () => {
  const id = await asha.make()
  await asha.update(id, { note: 'One' }, KEY)
  await asha.update(id, { note: 'Two' })
  const again = await asha.update(id, { note: 'One' }, KEY)
  expect(again.json).toEqual({ _id: id, version: 2 })
  expect((await asha.list()).json).toMatchObject([{ note: 'Two', version: 3 }])
})

test('an update that removes a field of an event also removes it from the idempotency records', async () => {
  const note = 'the neighbour has the key'
  const created = await asha.create({ ...VISIT, note }, KEY)
  await asha.update(String(created.json['_id']), { place: 'Baner', note: null }, OTHER_KEY)
  expect(await readAllText(server)).not.toContain(note)
  const entity_id = created.json['_id']
  expect((await readWhole(server)).idempotencyRecords).toMatchObject([
    { entity_id, version: 1 },
    { entity_id, version: 2 },
  ])
})

test('a delete removes the event from the idempotency records; its create, sent again with its key, creates no event', async () => {
  const note = 'the neighbour has the key'
  const created = await asha.create({ ...VISIT, note }, KEY)
  const id = String(created.json['_id'])
  await asha.update(id, { note: `${note}, Meera` }, OTHER_KEY)
  expect(await readAllText(server)).toContain(note)
  await asha.remove(id)
  expect(await readAllText(server)).not.toContain(note)
  const again = await asha.create({ ...VISIT, note }, KEY)
  expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
  expect((await readWhole(server)).events).toEqual([])
})
