import { expect, test } from 'vitest'
import { readWhole } from '#tests/server/whole-database.ts'
import { makeEventRow, VISIT } from './event-calls.ts'
import { eventServerForEachTest } from './event-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_BYTES = 32 * 1024

const { server, asha, ravi } = eventServerForEachTest()

/** An event whose JSON has the given size in bytes. Most of its letters take three bytes. */
function eventOf(bytes: number) {
  const frame = JSON.stringify({ text: '' }).length
  const letters = Math.floor((bytes - frame) / 3)
  return { text: 'क'.repeat(letters) + 'x'.repeat(bytes - frame - letters * 3) }
}

/** Nested objects with the given number of levels. */
function nest(levels: number): unknown {
  return levels === 1 ? { a: 1 } : { a: nest(levels - 1) }
}

async function insertEvents(count: number, body = '{}') {
  const rows = Array.from({ length: count }, (_, index) => makeEventRow(index + 1, { body }))
  await server.db.insertInto('events').values(rows).execute()
}

test('an event may have at most 32 KB, counted in bytes', async () => {
  expect(Buffer.byteLength(JSON.stringify(eventOf(MAX_BYTES)))).toBe(MAX_BYTES)
  expect((await asha.create(eventOf(MAX_BYTES))).status).toBe(200)
  expect(await asha.create(eventOf(MAX_BYTES + 1))).toMatchObject({
    status: 413,
    json: { code: 'event-too-large', error: 'An event may have 32 KB at most.' },
  })
})

test('an update cannot make an event larger than 32 KB', async () => {
  const id = await asha.make(eventOf(MAX_BYTES - 100))
  const before = await readWhole(server)
  expect((await asha.update(id, { more: 'x'.repeat(101) })).status).toBe(413)
  expect(await readWhole(server)).toEqual(before)
})

test('ignored fields do not count towards the size', async () => {
  const body = { ...eventOf(MAX_BYTES), _id: 'x'.repeat(1000) }
  expect((await asha.create(body)).status).toBe(200)
})

test('objects and lists in an event may be nested six levels deep, but not seven', async () => {
  expect((await asha.create(nest(6))).status).toBe(200)
  const refused = await asha.create({ title: 'Deep', good: 1, deep: nest(6) })
  const sentence = 'An event may be nested at most 6 levels deep.'
  expect(refused).toMatchObject({ status: 400, json: { error: sentence } })
  expect(refused.json['fields']).toEqual({ deep: sentence })
  expect((await asha.create({ list: [[[[[1]]]]] })).status).toBe(200)
  expect((await asha.create({ list: [[[[[[1]]]]]] })).status).toBe(400)
})

test('a user may create sixty events an hour', async () => {
  for (let index = 0; index < 60; index += 1) expect((await asha.create(VISIT)).status).toBe(200)
  const refused = await asha.create(VISIT)
  expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect(refused.headers.get('Retry-After')).toBe('3600')
  expect((await ravi.create(VISIT)).status).toBe(200)
  server.clock.advance(HOUR_MS)
  expect((await asha.create(VISIT)).status).toBe(200)
})

test('repeated creates do not count towards the sixty an hour; refused ones do', async () => {
  const headers = { 'Idempotency-Key': 'key-of-a-create-0001' }
  for (let index = 0; index < 70; index += 1) await asha.create(VISIT, headers)
  for (let index = 0; index < 59; index += 1)
    expect((await asha.create({ title: '' })).status).toBe(400)
  expect((await asha.create(VISIT)).status).toBe(429)
})

test('a user may send sixty updates and deletes a minute', async () => {
  const id = await asha.make()
  for (let index = 0; index < 58; index += 1)
    expect((await asha.update(id, { count: index })).status).toBe(200)
  expect((await asha.remove('f'.repeat(24))).status).toBe(404)
  expect((await asha.update('f'.repeat(24), {})).status).toBe(404)
  const before = await readWhole(server)
  const error = 'Too many changes to your events. Try again in 60 s.'
  for (const answer of [await asha.update(id, { count: 99 }), await asha.remove(id)]) {
    expect(answer).toMatchObject({ status: 429, json: { error, code: 'too-many' } })
    expect(answer.headers.get('Retry-After')).toBe('60')
  }
  expect(await readWhole(server)).toEqual(before)
  expect((await asha.create(VISIT)).status).toBe(200)
  expect((await ravi.update(await ravi.make(), { count: 1 })).status).toBe(200)
  server.clock.advance(MINUTE_MS)
  expect((await asha.remove(id)).status).toBe(200)
})

test('an update that is sent again with its key counts once towards the limit, and counts older than a minute are deleted', async () => {
  const id = await asha.make()
  const headers = { 'Idempotency-Key': 'key-of-an-update-001' }
  for (let index = 0; index < 70; index += 1)
    expect((await asha.update(id, { count: 1 }, headers)).status).toBe(200)
  server.clock.advance(MINUTE_MS + 1)
  await asha.update(id, { count: 2 })
  const counted = server.db.selectFrom('attempts').select('id')
  expect(await counted.where('kind', '=', 'event-change').execute()).toHaveLength(1)
})

test('a user may have 1,000 events; a delete makes room for another', async () => {
  await insertEvents(1000)
  const error = 'You have 1,000 events, as many as one person may have. Delete one first.'
  const refusal = { status: 409, json: { error, code: 'too-many-events' } }
  expect(await asha.create(VISIT)).toMatchObject(refusal)
  expect((await ravi.create(VISIT)).status).toBe(200)
  await asha.remove(makeEventRow(1).id)
  expect((await asha.create(VISIT)).status).toBe(200)
})

test('all events of an account may have 8 MB in total; an event beyond that is refused until another is shortened', async () => {
  await insertEvents(255, JSON.stringify(eventOf(MAX_BYTES)))
  const id = await asha.make(eventOf(MAX_BYTES - 100))
  const before = await readWhole(server)
  const error =
    'Your events would take up more than 8 MB, as much as one account may have. Delete one first.'
  const refusal = { status: 413, json: { code: 'events-too-large', error } }
  expect(await asha.create(eventOf(101))).toMatchObject(refusal)
  expect(await readWhole(server)).toEqual(before)
  expect((await asha.update(id, eventOf(MAX_BYTES))).status).toBe(200)
  expect(await asha.create({})).toMatchObject(refusal)
  expect((await ravi.create(eventOf(MAX_BYTES))).status).toBe(200)
  expect((await asha.update(id, { text: 'short' })).status).toBe(200)
  expect((await asha.create(eventOf(MAX_BYTES - 100))).status).toBe(200)
})

test('an account whose events have more than 8 MB may shorten an event, but not lengthen it', async () => {
  await insertEvents(257, JSON.stringify(eventOf(MAX_BYTES)))
  const id = makeEventRow(1).id
  expect((await asha.update(id, { text: 'x'.repeat(MAX_BYTES - 20) })).status).toBe(200)
  expect((await asha.update(id, { text: 'x'.repeat(MAX_BYTES - 15) })).status).toBe(413)
})
