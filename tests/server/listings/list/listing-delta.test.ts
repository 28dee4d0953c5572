import { describe, expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { forgetOldChanges } from '#server/listings/list/listing-delta-service.ts'
import { beginRun } from '#server/platform/database/revision.ts'
import type { Json } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { idsOf, listingsForEachTest } from './listing-calls.ts'

const DAY_MS = 86_400_000

const { server, operator, signIn } = listingsForEachTest(
  [2, 3, 4].map((number) => makeListing(number)),
)

/** Deletes a listing. */
async function remove(number: number): Promise<void> {
  await operator.remove(idOf(number))
  await server.settle()
}

const cursorOf = (json: Json) => String(json['meta']?.['cursor'])
const readSince = async (cursor: string, headers?: Record<string, string>) =>
  operator.read(`?since=${cursor}`, headers)
const readCursor = async () => cursorOf((await operator.read()).json)

describe('the delta since a cursor', () => {
  test('has the changed listings with all their fields, the ids of deleted listings and the next cursor', async () => {
    const before = await readCursor()
    await operator.setStatus(idOf(3), 'approved')
    await remove(4)
    const { status, json, headers } = await readSince(before)
    const whole = await operator.read()
    expect(status).toBe(200)
    expect(idsOf(whole.json)).toEqual([idOf(3), idOf(2)])
    expect(json).toEqual({
      success: true,
      data: [whole.json['data']?.['0']],
      removed: [idOf(4)],
      meta: { cursor: cursorOf(whole.json) },
    })
    expect(headers.get('ETag')).toBe(whole.headers.get('ETag'))
  })

  test('has the listings whose reason or seller state changed, with the version that they had', async () => {
    await operator.setStatus(idOf(3), 'rejected')
    const before = await readCursor()
    const person = { userId: await server.findAccountId(), deviceLabel: 'a desk' }
    const by = { by: person, now: server.clock.now() }
    await server.write((trx) =>
      changeListing(trx, idOf(2), { ...by, kind: 'sold', record: { seller_state: 'sold' } }),
    )
    const reason = {
      change_key: 'a key',
      code: 'photos',
      sentence: '',
      note: '',
      changes_needed: 0,
    }
    await server.write((trx) =>
      changeListing(trx, idOf(3), {
        ...by,
        kind: 'explained',
        reason: { ...reason, given_at: by.now.toISOString() },
      }),
    )
    const { json } = await readSince(before)
    expect(json['data']).toMatchObject([
      { _id: idOf(2), version: 1, sellerState: 'sold' },
      { _id: idOf(3), version: 2, status: 'rejected', hasReason: true },
    ])
    expect(json['removed']).toEqual([])
    await operator.setStatus(idOf(3), 'approved')
    expect((await readSince(before)).json['data']?.['1']).not.toHaveProperty('hasReason')
  })

  test('is a 304 without a body when nothing changed', async () => {
    const whole = await operator.read()
    const tag = whole.headers.get('ETag') ?? ''
    const answer = await readSince(cursorOf(whole.json), { 'If-None-Match': tag })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers.get('ETag')).toBe(tag)
  })

  test('includes changes made while the list was being sent', async () => {
    const headers = { Authorization: `Bearer ${operator.token}` }
    const open = await server.app.request('/api/admin/properties', { headers })
    await operator.setStatus(idOf(2), 'approved')
    const cursor = cursorOf(JSON.parse(await open.text()))
    expect((await readSince(cursor)).json['data']).toMatchObject([{ _id: idOf(2), version: 2 }])
  })
})

describe('a cursor that the server refuses', () => {
  const GONE = { status: 410, json: { success: false, code: 'cursor-expired' } }

  test.each([
    ['of another database', (cursor: string) => `0123456789ab${cursor.slice(12)}`],
    ['ahead of the newest revision', (cursor: string) => cursor.replace(/\d+$/, '999')],
    ['for another format of the rows', (cursor: string) => cursor.replace(/-\d+-/, '-999-')],
  ])('%s is a 410 with a message', async (_what, change) => {
    const answer = await readSince(change(await readCursor()))
    expect(answer).toMatchObject(GONE)
    expect(String(answer.json['error'])).toMatch(/whole list/)
  })

  test.each(['', 'x', 'a-1-2', '%00', '-1', `${'0'.repeat(12)}-1-`, '1'.repeat(500)])(
    'such as "%s" is a 400',
    async (cursor) => {
      expect(await readSince(cursor)).toMatchObject({ status: 400 })
    },
  )

  test('is a 400 together with a page limit', async () => {
    const answer = await operator.read(`?limit=10&since=${await readCursor()}`)
    expect(answer).toMatchObject({ status: 400, json: { code: 'bad-cursor' } })
  })

  test('is a 410 after more than 2,000 changes, because the whole list is cheaper to send', async () => {
    const before = await readCursor()
    const listings = Array.from({ length: 2_001 }, (_, index) => makeListing(index + 100))
    await seed(server.db, makeMarket({ users: [], listings }), testPans)
    expect(await readSince(before)).toMatchObject(GONE)
    expect(await readSince(await readCursor())).toMatchObject({ status: 200 })
  })
})

test('changes of listings are logged for 180 days, and cursors that are older than a forgotten removal expire', async () => {
  const before = await readCursor()
  await remove(4)
  const after = await readCursor()
  server.clock.advance(180 * DAY_MS)
  await signIn()
  await remove(3)
  expect((await readSince(before)).json['removed']).toEqual([idOf(4), idOf(3)])
  server.clock.advance(1)
  await remove(2)
  await forgetOldChanges(server.db, server.clock.now())
  const logged = await server.db.selectFrom('listing_changes').select('listing_id').execute()
  expect(logged.map((row) => row.listing_id).sort()).toEqual([idOf(2), idOf(3)])
  expect((await readSince(before)).status).toBe(410)
  expect((await readSince(after)).json['removed']).toEqual([idOf(3), idOf(2)])
})

test('a server that is restarted keeps the ETags of unchanged data', async () => {
  const tag = (await operator.read()).headers.get('ETag') ?? ''
  await beginRun(server.db)
  expect((await operator.read('', { 'If-None-Match': tag })).status).toBe(304)
})
