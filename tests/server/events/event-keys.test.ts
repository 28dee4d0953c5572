import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAllText, readWhole } from '#tests/server/whole-database.ts'
import { startEventServer, VISIT } from './event-calls.ts'

const KEY = { 'Idempotency-Key': 'key-of-a-create-0001' }
const OTHER_KEY = { 'Idempotency-Key': 'key-of-another-00001' }

let at: Awaited<ReturnType<typeof startEventServer>>

beforeEach(async () => {
  at = await startEventServer()
})
afterEach(() => at.server.close())

test('a create sent twice with one key creates one event, and the second answer has its id', async () => {
  const first = await at.asha.create(VISIT, KEY)
  at.server.clock.advance(60_000)
  const second = await at.asha.create(VISIT, KEY)
  expect(second.status).toBe(200)
  expect(second.json).toEqual({ _id: first.json['_id'], version: 1 })
  expect(first.headers.get('Idempotency-Replayed')).toBeNull()
  expect(second.headers.get('Idempotency-Replayed')).toBe('true')
  expect((await readWhole(at.server)).events).toHaveLength(1)
})

test('an update sent twice with one key is applied once', async () => {
  const id = await at.asha.make()
  await at.asha.update(id, { note: 'One' }, KEY)
  await at.asha.update(id, { note: 'Two' })
  const again = await at.asha.update(id, { note: 'One' }, KEY)
  expect(again.json).toEqual({ _id: id, version: 2 })
  expect((await at.asha.list()).json).toMatchObject([{ note: 'Two', version: 3 }])
})

test('an update that removes a field of an event also removes it from the idempotency records', async () => {
  const note = 'the neighbour has the key'
  const created = await at.asha.create({ ...VISIT, note }, KEY)
  await at.asha.update(String(created.json['_id']), { place: 'Baner', note: null }, OTHER_KEY)
  expect(await readAllText(at.server)).not.toContain(note)
  const records = (await readWhole(at.server)).idempotencyRecords.map(({ body }) =>
    JSON.parse(body),
  )
  expect(records).toEqual([
    { _id: created.json['_id'], version: 1 },
    { _id: created.json['_id'], version: 2 },
  ])
})

test('a delete removes the event from the idempotency records; its create, sent again with its key, creates no event', async () => {
  const note = 'the neighbour has the key'
  const created = await at.asha.create({ ...VISIT, note }, KEY)
  const id = String(created.json['_id'])
  await at.asha.update(id, { note: `${note}, Meera` }, OTHER_KEY)
  expect(await readAllText(at.server)).toContain(note)
  await at.asha.remove(id)
  expect(await readAllText(at.server)).not.toContain(note)
  const again = await at.asha.create({ ...VISIT, note }, KEY)
  expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
  expect((await readWhole(at.server)).events).toEqual([])
})
