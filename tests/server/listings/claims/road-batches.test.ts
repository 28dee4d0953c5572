import { beforeEach, describe, expect, test } from 'vitest'
import { CLAIM_MINUTES } from '#src/domain/claim/claim.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest, startServerBeside } from '#tests/support/server/server-for-test.ts'
import { handOver, hold, leave, listClaims, open, takeOver } from './claim-calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FIRST = 11
const IDS = Array.from({ length: 30 }, (_, index) => idOf(FIRST + index))
const [ID = '', SECOND = '', THIRD = ''] = IDS

const server = serverForEachTest({
  seed: makeMarket({ listings: IDS.map((_, index) => makeListing(FIRST + index)) }),
})

let asha: string
let ravi: string
let ashaId: string
let raviId: string

beforeEach(async () => {
  asha = await server.signIn()
  ravi = await server.signInAs('reviewer')
  raviId = await server.findAccountId('reviewer@team.example')
  ashaId = await server.findAccountId()
})

const take = (token: string, body: object = {}, at: Pick<typeof server, 'app'> = server) =>
  call(at, 'POST', '/api/admin/claim-batches', {
    token,
    body: { listingIds: IDS, count: 10, hours: 4, ...body },
  })
const giveBack = (token: string, batchId: string) =>
  call(server, 'DELETE', `/api/admin/claim-batches/${batchId}`, { token })
const decide = (token: string, id: string, status = 'approved') =>
  call(server, 'PATCH', `/api/admin/properties/${id}/status`, { token, body: { status } })
const batchOf = ({ json }: Awaited<ReturnType<typeof take>>) =>
  json['data'] as unknown as {
    batchId: string
    until: string
    listingIds: string[]
    passedOver: number
  } // described, and checked against it
const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString()
const idsWith = async (personId: string) =>
  (await listClaims(server, asha)).flatMap((one) =>
    one.personId === personId ? [one.listingId] : [],
  )

describe('a batch for the road', () => {
  test('reserves the next free listings in the order of the call, and says what it passed over', async () => {
    await open(server, asha, ID)
    await decide(asha, SECOND)
    expect(await take(ravi)).toMatchObject({
      status: 200,
      json: { data: { until: inMs(4 * HOUR_MS), listingIds: IDS.slice(2, 12), passedOver: 2 } },
    })
    const claims = await listClaims(server, asha)
    const own = claims.filter(({ personId }) => personId === raviId)
    expect(own).toHaveLength(10)
    expect(new Set(own.map(({ batchId, heldUntil }) => `${batchId} ${heldUntil}`)).size).toBe(1)
  })

  test('is granted in part if fewer are free, and refused if none is', async () => {
    expect(batchOf(await take(ravi, { count: 50 })).listingIds).toEqual(IDS)
    expect(await take(asha)).toMatchObject({ status: 409, json: { code: 'none-free' } })
  })

  test('counts a listing that is named twice once', async () => {
    const answer = await take(ravi, { listingIds: [ID, ID, SECOND] })
    expect(batchOf(answer)).toMatchObject({ listingIds: [ID, SECOND], passedOver: 0 })
  })

  test('is one at a time, until it is decided or given back', async () => {
    const { batchId } = batchOf(await take(ravi, { listingIds: [ID, SECOND] }))
    const again = await take(ravi)
    expect(again).toMatchObject({ status: 409, json: { code: 'has-batch' } })
    expect(again.json['error']).toMatch(
      /^You have 2 listings reserved until \d\d:\d\d\. Decide them, or give the rest back first\.$/,
    )
    await decide(ravi, ID)
    await decide(ravi, SECOND)
    expect((await take(ravi)).status).toBe(200)
    await giveBack(ravi, batchId)
    expect((await take(ravi)).json).toMatchObject({ code: 'has-batch' })
  })

  test('is given back with one call, of which a decided and a handed-over listing are no part', async () => {
    const { batchId } = batchOf(await take(ravi))
    await decide(ravi, ID)
    await handOver(server, ravi, SECOND, ashaId)
    await hold(server, ravi, THIRD, new Date(server.clock.now().getTime() + HOUR_MS))
    expect((await giveBack(asha, batchId)).status).toBe(200) // another person's batch stays
    expect(await idsWith(raviId)).toHaveLength(8)
    expect((await giveBack(ravi, batchId)).status).toBe(200)
    expect(await idsWith(raviId)).toEqual([THIRD])
    expect(await idsWith(ashaId)).toEqual([SECOND])
    expect((await open(server, asha, IDS[5] ?? '')).status).toBe(200)
  })

  test('ends at its time by the clock of the server, even if a listing of it is open', async () => {
    await take(ravi, { hours: 1 })
    server.clock.advance(HOUR_MS - MINUTE_MS)
    expect(await open(server, asha, ID)).toMatchObject({ status: 409 })
    await open(server, ravi, SECOND)
    server.clock.advance(MINUTE_MS - 1)
    expect(await idsWith(raviId)).toHaveLength(10)
    server.clock.advance(1)
    expect(await listClaims(server, asha)).toMatchObject([
      { listingId: SECOND, heldUntil: null, batchId: null },
    ])
    server.clock.advance(CLAIM_MINUTES * MINUTE_MS)
    expect((await take(ravi)).status).toBe(200)
  })

  test('stays when a listing of it is left, and when the device signs out', async () => {
    await take(ravi)
    await open(server, ravi, ID)
    await leave(server, ravi, ID)
    await call(server, 'POST', '/api/auth/logout', { token: ravi })
    expect(await idsWith(raviId)).toEqual(IDS.slice(0, 10))
  })

  test('ends at once when the person is suspended or may not decide any more', async () => {
    await take(ravi)
    const path = `/api/admin/staff/${raviId}/suspension`
    await call(server, 'PATCH', path, { token: asha, body: { isSuspended: true } })
    expect(await listClaims(server, asha)).toEqual([])
    expect(batchOf(await take(asha)).listingIds).toEqual(IDS.slice(0, 10))
  })

  test('loses a listing that somebody takes over, and keeps the others', async () => {
    await take(ravi)
    const fence = (await listClaims(server, asha)).find(({ listingId }) => listingId === ID)?.fence
    expect(await takeOver(server, asha, ID, fence ?? 0)).toMatchObject({
      status: 200,
      json: { data: { batchId: null, fromId: raviId } },
    })
    expect(await idsWith(raviId)).toEqual(IDS.slice(1, 10))
  })

  test('leaves alone what the person holds or was given', async () => {
    const until = new Date(server.clock.now().getTime() + 24 * HOUR_MS)
    await hold(server, ravi, ID, until)
    await handOver(server, asha, SECOND, raviId, 'You know her.')
    expect(batchOf(await take(ravi))).toMatchObject({ passedOver: 2, listingIds: IDS.slice(2, 12) })
    const claims = await listClaims(server, asha)
    expect(claims.find(({ listingId }) => listingId === ID)).toMatchObject({
      heldUntil: until.toISOString(),
      batchId: null,
    })
  })

  test('never stops a decision of a colleague', async () => {
    await take(ravi)
    expect((await decide(asha, ID)).status).toBe(200)
    expect(await idsWith(raviId)).toEqual(IDS.slice(1, 10))
  })
})

test('two people who take batches of the same listings at once never get the same one', async () => {
  const beside = await startServerBeside(server)
  const mine = new Set<string>()
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([take(ravi), take(asha, {}, beside), take(ravi, {}, beside)])
    const granted = answers.filter(({ status }) => status === 200).map(batchOf)
    // The second call of the same person is refused, because a person has one batch.
    expect(granted).toHaveLength(2)
    const all = granted.flatMap(({ listingIds }) => listingIds)
    expect(new Set(all).size).toBe(20)
    for (const id of all) mine.add(id)
    await Promise.all([
      ...granted.flatMap(({ batchId }) => [giveBack(ravi, batchId), giveBack(asha, batchId)]),
    ])
    expect(await listClaims(server, asha)).toEqual([])
  }
  expect(mine.size).toBeGreaterThanOrEqual(20)
})
