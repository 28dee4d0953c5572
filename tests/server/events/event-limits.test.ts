import { afterEach, beforeEach, expect, test } from 'vitest'
import { readWhole } from '#tests/server/whole-database.ts'
import { makeEventRow, startEventServer, VISIT } from './event-calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_BYTES = 32 * 1024

let at: Awaited<ReturnType<typeof startEventServer>>

beforeEach(async () => {
  at = await startEventServer()
})
afterEach(() => at.server.close())

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

test('an event may have at most 32 KB, counted in bytes', async () => {
  expect(Buffer.byteLength(JSON.stringify(eventOf(MAX_BYTES)))).toBe(MAX_BYTES)
  expect((await at.asha.create(eventOf(MAX_BYTES))).status).toBe(200)
  const refused = await at.asha.create(eventOf(MAX_BYTES + 1))
  expect(refused).toMatchObject({
    status: 413,
    json: { code: 'event-too-large', error: 'An event may have 32 KB at most.' },
  })
})

test('an update cannot make an event larger than 32 KB', async () => {
  const id = await at.asha.make(eventOf(MAX_BYTES - 100))
  const before = await readWhole(at.server)
  expect((await at.asha.update(id, { more: 'x'.repeat(101) })).status).toBe(413)
  expect(await readWhole(at.server)).toEqual(before)
})

test('ignored fields do not count towards the size', async () => {
  const body = { ...eventOf(MAX_BYTES), _id: 'x'.repeat(1000) }
  expect((await at.asha.create(body)).status).toBe(200)
})

test('objects and lists in an event may be nested six levels deep, but not seven', async () => {
  expect((await at.asha.create(nest(6))).status).toBe(200)
  const refused = await at.asha.create({ title: 'Deep', good: 1, deep: nest(6) })
  const sentence = 'An event may be nested at most 6 levels deep.'
  expect(refused).toMatchObject({ status: 400, json: { error: sentence } })
  expect(refused.json['fields']).toEqual({ deep: sentence })
  expect((await at.asha.create({ list: [[[[[1]]]]] })).status).toBe(200)
  expect((await at.asha.create({ list: [[[[[[1]]]]]] })).status).toBe(400)
})

test('a user may create sixty events an hour', async () => {
  for (let index = 0; index < 60; index += 1) expect((await at.asha.create(VISIT)).status).toBe(200)
  const refused = await at.asha.create(VISIT)
  expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect(refused.headers.get('Retry-After')).toBe('3600')
  expect((await at.ravi.create(VISIT)).status).toBe(200)
  at.server.clock.advance(HOUR_MS)
  expect((await at.asha.create(VISIT)).status).toBe(200)
})

test('repeated and refused creates do not count towards the sixty an hour', async () => {
  const headers = { 'Idempotency-Key': 'key-of-a-create-0001' }
  for (let index = 0; index < 70; index += 1) {
    await at.asha.create(VISIT, headers)
    await at.asha.create({ title: '' })
  }
  expect((await at.asha.create(VISIT)).status).toBe(200)
})

test('a user may send sixty updates and deletes a minute', async () => {
  const id = await at.asha.make()
  for (let index = 0; index < 58; index += 1)
    expect((await at.asha.update(id, { count: index })).status).toBe(200)
  expect((await at.asha.remove('f'.repeat(24))).status).toBe(404)
  expect((await at.asha.update('f'.repeat(24), {})).status).toBe(404)
  const before = await readWhole(at.server)
  for (const answer of [await at.asha.update(id, { count: 99 }), await at.asha.remove(id)]) {
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe('60')
    expect(answer.json).toEqual({
      success: false,
      error: 'Too many changes to your events. Try again in 60 s.',
      code: 'too-many',
    })
  }
  expect(await readWhole(at.server)).toEqual(before)
  expect((await at.asha.create(VISIT)).status).toBe(200)
  expect((await at.ravi.update(await at.ravi.make(), { count: 1 })).status).toBe(200)
  at.server.clock.advance(MINUTE_MS)
  expect((await at.asha.remove(id)).status).toBe(200)
})

test('an update that is sent again with its key counts once towards the limit, and counts older than a minute are deleted', async () => {
  const id = await at.asha.make()
  const headers = { 'Idempotency-Key': 'key-of-an-update-001' }
  for (let index = 0; index < 70; index += 1)
    expect((await at.asha.update(id, { count: 1 }, headers)).status).toBe(200)
  at.server.clock.advance(MINUTE_MS + 1)
  await at.asha.update(id, { count: 2 })
  const counted = at.server.db.selectFrom('attempts').select('id')
  expect(await counted.where('kind', '=', 'event-change').execute()).toHaveLength(1)
})

test('a user may have 1,000 events; a delete makes room for another', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => makeEventRow(index + 1))
  await at.server.db.insertInto('events').values(rows).execute()
  const refused = await at.asha.create(VISIT)
  expect(refused.status).toBe(409)
  expect(refused.json).toEqual({
    success: false,
    error: 'You have 1,000 events, as many as one person may have. Delete one first.',
    code: 'too-many-events',
  })
  expect((await at.ravi.create(VISIT)).status).toBe(200)
  await at.asha.remove(makeEventRow(1).id)
  expect((await at.asha.create(VISIT)).status).toBe(200)
})

test('all events of an account may have 8 MB in total; an event beyond that is refused until another is shortened', async () => {
  const full = JSON.stringify(eventOf(MAX_BYTES))
  const rows = Array.from({ length: 255 }, (_, index) => makeEventRow(index + 1, { body: full }))
  await at.server.db.insertInto('events').values(rows).execute()
  const id = await at.asha.make(eventOf(MAX_BYTES - 100))
  const before = await readWhole(at.server)
  const refusal = {
    status: 413,
    json: {
      code: 'events-too-large',
      error:
        'Your events would take up more than 8 MB, as much as one account may have. Delete one first.',
    },
  }
  expect(await at.asha.create(eventOf(101))).toMatchObject(refusal)
  expect(await readWhole(at.server)).toEqual(before)
  expect((await at.asha.update(id, eventOf(MAX_BYTES))).status).toBe(200)
  expect(await at.asha.create({})).toMatchObject(refusal)
  expect((await at.ravi.create(eventOf(MAX_BYTES))).status).toBe(200)
  expect((await at.asha.update(id, { text: 'short' })).status).toBe(200)
  expect((await at.asha.create(eventOf(MAX_BYTES - 100))).status).toBe(200)
})

test('an account whose events have more than 8 MB may shorten an event, but not lengthen it', async () => {
  const full = JSON.stringify(eventOf(MAX_BYTES))
  const rows = Array.from({ length: 257 }, (_, index) => makeEventRow(index + 1, { body: full }))
  await at.server.db.insertInto('events').values(rows).execute()
  const id = makeEventRow(1).id
  expect((await at.asha.update(id, { text: 'x'.repeat(MAX_BYTES - 20) })).status).toBe(200)
  expect((await at.asha.update(id, { text: 'x'.repeat(MAX_BYTES - 15) })).status).toBe(413)
})
