import { beforeAll, describe, expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { idsOf, makeListingCalls } from './listing-calls.ts'

// The share of a device at its real size. The oldest listings are pending; of the others, the last are approved.

const BEYOND = 30
const PENDING = 40
const NUMBERS = Array.from({ length: DEVICE_LISTINGS + BEYOND }, (_, place) => place + 1)
const OLDEST = NUMBERS.slice(0, PENDING)
/** The decided listings whose last change is too long ago. */
const LEFT_OUT = NUMBERS.slice(PENDING, PENDING + BEYOND)

let server: TestServer
let operator: ReturnType<typeof makeListingCalls>

beforeAll(async () => {
  server = await startTestServer({ seed: makeMarket() })
  const listings = NUMBERS.map((number) =>
    makeListing(number, {
      status: OLDEST.includes(number) ? 'pending' : 'approved',
      saleType: number % 2 ? 'Sell' : 'Lease',
    }),
  )
  await seed(server.db, makeMarket({ users: [], listings }), testPans)
  operator = makeListingCalls(server, await server.signIn())
  return server.close
}, 120_000)

const cursorOf = (json: Record<string, unknown>) =>
  String((json['meta'] as { cursor: unknown }).cursor)

describe('the share of a device', () => {
  test('has all pending listings and the latest changes, newest first, and says of how many', async () => {
    const { json, headers } = await operator.read('?share=device')
    const expected = NUMBERS.filter((number) => !LEFT_OUT.includes(number)).map(idOf)
    expect(idsOf(json)).toEqual(expected.reverse())
    expect(json['meta']).toEqual({
      cursor: expect.any(String),
      total: DEVICE_LISTINGS,
      partOf: expect.arrayContaining([
        { status: 'pending', tab: 'sell', listings: PENDING / 2 },
        { status: 'pending', tab: null, listings: PENDING / 2 },
        { status: 'approved', tab: 'sell', listings: (NUMBERS.length - PENDING) / 2 },
        { status: 'approved', tab: null, listings: (NUMBERS.length - PENDING) / 2 },
      ]),
    })
    const again = await operator.read('?share=device', {
      'If-None-Match': headers.get('ETag') ?? '',
    })
    expect(again.status).toBe(304)
  })

  test('is not what the whole list is, and the ETag of one does not confirm the other', {
    tags: ['long'],
  }, async () => {
    const share = await operator.read('?share=device')
    const whole = await operator.read('', { 'If-None-Match': share.headers.get('ETag') ?? '' })
    expect(whole.status).toBe(200)
    expect(idsOf(whole.json)).toHaveLength(NUMBERS.length)
    expect(whole.json['meta']).not.toHaveProperty('partOf')
  })

  test('takes in a listing that is changed, and tells devices by a delta', async () => {
    const before = await operator.read('?share=device')
    const [changed = 0] = LEFT_OUT
    await operator.setStatus(idOf(changed), 'pending')
    await server.settle()
    const delta = await operator.read(`?share=device&since=${cursorOf(before.json)}`)
    expect(idsOf(delta.json)).toEqual([idOf(changed)])
    expect(delta.json['meta']).toMatchObject({
      partOf: expect.arrayContaining([
        { status: 'pending', tab: 'sell', listings: PENDING / 2 + 1 },
      ]),
    })
    const share = await operator.read('?share=device')
    expect(idsOf(share.json)).toContain(idOf(changed))
    expect(idsOf(share.json)).toHaveLength(DEVICE_LISTINGS + 1)
    expect(share.headers.get('ETag')).toBe(delta.headers.get('ETag'))
  })

  test('loses a listing that is deleted', { tags: ['long'] }, async () => {
    const [deleted = 0] = OLDEST
    const before = await operator.read('?share=device')
    await operator.remove(idOf(deleted))
    await server.settle()
    const delta = await operator.read(`?share=device&since=${cursorOf(before.json)}`)
    expect(delta.json['removed']).toEqual([idOf(deleted)])
    expect(idsOf((await operator.read('?share=device')).json)).not.toContain(idOf(deleted))
  })

  test.each([
    ['?share=all', 'The only share is that of a device: share=device.'],
    ['?share=device&share=device', 'The only share is that of a device: share=device.'],
    ['?share=device&limit=5', 'Ask for a page or for the share of a device.'],
  ])('is refused for %s', async (query, error) => {
    const { status, json } = await operator.read(query)
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'bad-query', error })
  })
})

describe('one listing', () => {
  test('that no device has is read by its id', { tags: ['long'] }, async () => {
    const id = idOf(LEFT_OUT[4] ?? 0)
    const { json } = await operator.readOne(id)
    expect(json['data']).toMatchObject({ _id: id, version: 1, status: 'approved' })
  })

  test('that does not exist is not found', async () => {
    expect((await operator.readOne(idOf(999_999))).status).toBe(404)
    expect((await operator.readOne('none')).status).toBe(404)
  })
})
