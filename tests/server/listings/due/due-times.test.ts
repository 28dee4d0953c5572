import { describe, expect, test } from 'vitest'
import { prepareDueTimes } from '#server/listings/due/due-start-service.ts'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const ID = 'ab'.repeat(12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Wednesday at noon in India. The desk is open from 10:00 to 18:00, Monday to Saturday. */
const NOON = '2025-09-17T06:30:00.000Z'
const OF_NOON = {
  waitsSince: NOON,
  dueSoonAt: '2025-09-17T12:30:00.000Z', // six of eight hours later
  dueAt: '2025-09-18T06:30:00.000Z',
}
const NONE = { waitsSince: undefined, dueSoonAt: undefined, dueAt: undefined }

describe('a listing is due eight working hours after', () => {
  const { server, asha, operator } = postingForEachTest({ settings: { staffIdleHours: 0 } })

  test('its submission, until it is decided', async () => {
    await asha.submit(ID)
    expect(await operator.find(ID)).toMatchObject(OF_NOON)
    await operator.decide(ID, 'approved')
    const { waitsSince, dueSoonAt, dueAt } = (await operator.find(ID)) ?? {}
    expect({ waitsSince, dueSoonAt, dueAt }).toEqual(NONE)
  })

  test('its submission, whatever its owner edits while it waits', async () => {
    await asha.submit(ID)
    server.clock.advance(HOUR_MS)
    await asha.submit(ID, { ...FLAT, title: 'A sunny flat in Baner' })
    expect(await operator.find(ID)).toMatchObject({
      propertyName: 'A sunny flat in Baner',
      ...OF_NOON,
    })
  })

  test('a new submission after a rejection', async () => {
    await asha.submit(ID)
    server.clock.advance(HOUR_MS)
    await operator.decide(ID, 'rejected')
    server.clock.advance(HOUR_MS)
    await asha.submit(ID)
    expect(await operator.find(ID)).toMatchObject({
      waitsSince: '2025-09-17T08:30:00.000Z',
      dueAt: '2025-09-18T08:30:00.000Z',
    })
  })

  test('a withdrawn listing is submitted again', async () => {
    await asha.submit(ID)
    await asha.act(ID, 'withdraw')
    server.clock.advance(2 * HOUR_MS)
    await asha.submit(ID)
    expect(await operator.find(ID)).toMatchObject({ dueAt: '2025-09-18T08:30:00.000Z' })
  })

  test('its submission, if an operator takes the decision back within a day', async () => {
    await asha.submit(ID)
    server.clock.advance(HOUR_MS)
    await operator.decide(ID, 'approved')
    server.clock.advance(24 * HOUR_MS - 1)
    await operator.decide(ID, 'pending')
    expect(await operator.find(ID)).toMatchObject(OF_NOON)
  })

  test.each([
    ['of a listing of this app', ID],
    ['of an older listing', OLD_LISTING],
  ])('an operator sets it back later than a day after the decision %s', async (_, id) => {
    if (id === ID) {
      await asha.submit(ID)
      await operator.decide(ID, 'approved')
      server.clock.advance(24 * HOUR_MS)
    }
    const since = server.clock.now().toISOString()
    await operator.decide(id, 'pending')
    expect(await operator.find(id)).toMatchObject({ waitsSince: since })
  })
})

describe('at the start of the server', () => {
  const seed = makeMarket({
    listings: [
      makeListing(1, { createdAt: '2025-09-16T05:00:00.000Z' }),
      makeListing(2, { status: null as never }),
      makeListing(3, { status: 'approved' }),
    ],
  })

  async function start() {
    const server = await startServerForTest({ seed })
    const token = await server.signIn()
    const listDue = async () => {
      const { json } = await call(server, 'GET', '/api/admin/properties?sort=dueAt', { token })
      // The cast is safe: the answer is the one that the OpenAPI document describes.
      return (json['data'] as unknown as { id: string; dueAt?: string }[]).map(
        ({ id, dueAt }) => [id, dueAt] as const,
      )
    }
    const readTag = async () =>
      (await call(server, 'GET', '/api/admin/properties', { token })).headers.get('ETag')
    return { server, listDue, readTag }
  }

  test('listings of the demonstration have due times from the time they were posted', async () => {
    const { listDue } = await start()
    expect(await listDue()).toEqual([
      // 1 June 2025 was a Sunday.
      [idOf(2), '2025-06-02T12:30:00.000Z'],
      [idOf(1), '2025-09-17T05:00:00.000Z'],
      [idOf(3), undefined],
    ])
  })

  test('listings that waited before there were due times get theirs', async () => {
    const { server, listDue } = await start()
    const stored = await listDue()
    await server.db.updateTable('listings').set({ due_at: null, due_soon_at: null }).execute()
    await prepareDueTimes(server.write, 8)
    expect(await listDue()).toEqual(stored)
  })

  test('another number of hours applies to waiting listings, and panels read them again', async () => {
    const { server, listDue, readTag } = await start()
    const tag = await readTag()
    await prepareDueTimes(server.write, 8)
    expect(await readTag()).toBe(tag)
    await prepareDueTimes(server.write, 10)
    expect(await readTag()).not.toBe(tag)
    expect(await listDue()).toContainEqual([idOf(1), '2025-09-17T07:00:00.000Z'])
  })
})

describe("a seller's place in the queue follows the order of review", () => {
  const { server, asha, operator } = postingForEachTest()
  const OTHER = 'cd'.repeat(12)

  test.each([
    ['resubmission', 2],
    ['age', 2],
    ['due', 2],
    ['price', 1],
    ['boost', 1],
    ['hint', 1],
  ])('by %s', async (order, place) => {
    await asha.submit(OTHER, { ...FLAT, rent: 10_000 })
    server.clock.advance(HOUR_MS)
    await asha.submit(ID, { ...FLAT, rent: 90_000 })
    await server.db
      .updateTable('listings')
      .set({ boosted_until: '2030-01-01T00:00:00.000Z', hints: '|price|' })
      .where('id', '=', ID)
      .execute()
    await operator.ask('PUT', 'review-rules/order', { order }, { 'If-Match': '*' })
    expect(await asha.see(ID)).toMatchObject({ queuePlace: place })
  })
})
