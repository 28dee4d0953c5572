import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeBody } from '#server/events/event-body.ts'
import { makeEventCursor } from '#server/events/event-pages.ts'
import { writeWireEvent } from '#server/events/event-wire.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf } from '#tests/server/market-data.ts'
import { makeEventRow, VISIT } from './event-calls.ts'
import { eventServerForEachTest } from './event-server.ts'

const { server, asha, ravi, statements } = eventServerForEachTest()

const EVENTS = 61 // of 32 KB each: four chunks, the last one partly filled

async function insertEvents(count: number, body = '{}') {
  const rows = Array.from({ length: count }, (_, index) => makeEventRow(index + 1, { body }))
  if (count > 0) await server.db.insertInto('events').values(rows).execute()
  return rows.map(({ id }) => id)
}

function idsOf(events: unknown): string[] {
  return Array.from(events as { _id: string }[], ({ _id }) => _id) // events, as in the API contract
}

describe('the list', () => {
  test('is answered with a 304 while unchanged, without reading the content of an event', async () => {
    const id = await asha.make()
    const etag = (await asha.list()).headers.get('ETag') ?? ''
    const same = { 'If-None-Match': etag }
    statements.length = 0
    expect(await asha.list(same)).toMatchObject({ status: 304, text: '' })
    const asked = statements.filter((statement) => statement.includes('"events"'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toMatch(/\*(?!\))|body/)
    await asha.update(id, { note: 'Something new' })
    expect((await asha.list(same)).status).toBe(200)
  })

  test('has a new ETag after each change of an event', async () => {
    const readTag = async () => (await asha.list()).headers.get('ETag')
    const [first, second] = [await asha.make(), await asha.make()]
    const seen = [await readTag()]
    for (const change of [
      () => asha.make(),
      () => asha.update(first, { note: 'One' }),
      () => asha.update(first, { note: VISIT.note }),
      () => asha.remove(second),
      () => asha.remove(first),
    ]) {
      await change()
      seen.push(await readTag())
    }
    expect(new Set(seen).size).toBe(seen.length)
    await ravi.make()
    expect(await readTag()).toBe(seen.at(-1))
  })
})

test('the server reads a long list in chunks, and answers other requests between them', async () => {
  const ids = await insertEvents(EVENTS, JSON.stringify({ text: 'x'.repeat(32_000) }))
  statements.length = 0
  const readBodies = () => statements.filter((one) => /select \* from "events"/.test(one)).length
  const list = asha.list()
  const chunksBefore: number[] = []
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await call(server, 'GET', '/api/healthz')).status).toBe(200)
    chunksBefore.push(readBodies())
  }
  expect(idsOf((await list).json)).toEqual(ids)
  expect(readBodies()).toBe(4)
  expect(Math.min(...chunksBefore)).toBeLessThan(4)
})

test.each([0, 1, 15, 16, 17, 32, 100, 101])(
  'a list of %i events is complete, and all its pages joined have the same events',
  async (count) => {
    const ids = await insertEvents(count)
    await ravi.make()
    expect(idsOf((await asha.list()).json)).toEqual(ids)
    for (const limit of [1, 16, 33, 100]) {
      const paged: string[] = []
      const query = new URLSearchParams({ limit: String(limit) })
      for (let hasNext = true; hasNext; ) {
        // A page, as in the API contract.
        const { data, meta } = (await asha.page(query)).json as unknown as EventPage
        expect(data.length).toBeLessThanOrEqual(limit)
        paged.push(...idsOf(data))
        hasNext = meta.nextCursor !== null
        query.set('cursor', String(meta.nextCursor))
      }
      expect(paged).toEqual(ids)
    }
  },
)

test('a page has 100 events by default', async () => {
  const ids = await insertEvents(201)
  const cursor = makeEventCursor(makeEventRow(1))
  const { json } = await asha.page(new URLSearchParams({ cursor }))
  const { data, meta } = json as unknown as EventPage // as in the API contract
  expect(idsOf(data)).toEqual(ids.slice(1, 101))
  expect(meta.nextCursor).toBe(makeEventCursor(makeEventRow(101)))
})

const BAD_LIMIT = 'The limit must be a whole number from 1 to 100.'
const BAD_CURSOR = 'The cursor is not one that this server gave.'
test.each([
  ['limit=0', 'bad-limit', BAD_LIMIT],
  ['limit=101', 'bad-limit', BAD_LIMIT],
  ['cursor=', 'bad-cursor', BAD_CURSOR],
  ['cursor=bm90IG91cnM', 'bad-cursor', BAD_CURSOR],
])('a page with %s is refused', async (query, code, error) => {
  const refused = await asha.page(new URLSearchParams(query))
  expect(refused).toMatchObject({ status: 400, json: { code, error } })
})

test('an event with any JSON is serialised with the fields that the server adds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (payload) => {
      const body = mergeBody({}, { ...payload, title: 'A title', kind: 'other' })
      const row = makeEventRow(7, { body: JSON.stringify(body), version: 3 })
      expect(JSON.parse(writeWireEvent(row))).toEqual({
        _id: row.id,
        ...JSON.parse(row.body),
        version: 3,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      })
    }),
  )
  expect(JSON.parse(writeWireEvent(makeEventRow(7)))).toMatchObject({ _id: idOf(7), version: 1 })
})

interface EventPage {
  data: unknown[]
  meta: { nextCursor: string | null }
}
