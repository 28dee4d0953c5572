import { expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { eraseListings } from '#server/listings/changes/listing-erasure-service.ts'
import { forgetDeletedListings } from '#server/listings/deleted/deleted-listing-service.ts'
import { forgetOldPairs } from '#server/listings/review/group/duplicate-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { DELETED_LISTING_DAYS } from '#src/domain/retention.ts'
import { call } from '#tests/server/api-call.ts'
import { post } from '#tests/server/listings/content/posted-advert.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import {
  ASHA_ID,
  postingForEachTest,
  signInSeller,
} from '#tests/server/listings/content/posting-server.ts'
import { makeBlocks, makeSmallerCopy } from '#tests/server/listings/uploads/made-photos.ts'

const { server, asha, ravi, operator } = postingForEachTest()
type Seller = Pick<typeof asha, 'act' | 'remove'>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000 // steps within the sessions of these people
const ID = {
  first: 'c1'.padEnd(24, '0'),
  second: 'c2'.padEnd(24, '0'),
  third: 'c3'.padEnd(24, '0'),
}
const OTHER_WORDS = { title: 'Homely home', description: 'Near the market. Papers are clear.' }

interface Deleted {
  id: string
  firstSeenAt: string
  deletedAt: string
  rent: number | null
  same: string[]
  photosInCommon: number
}

const nowText = () => server.clock.now().toISOString()

/** The operator's deletion. Returns its time. */
async function removeByStaff(id: string, token = operator.token): Promise<string> {
  const { status } = await call(server, 'DELETE', `/api/admin/properties/${id}`, { token })
  expect(status).toBe(200)
  return nowText()
}

async function withdrawAndDelete(by: Seller, id: string): Promise<void> {
  expect((await by.act(id, 'withdraw')).status).toBe(200)
  expect((await by.remove(id)).status).toBe(200)
}

async function groupOf(id: string, token = operator.token) {
  const { json } = await call(server, 'GET', `/api/admin/properties/${id}/posting`, { token })
  const { group } = json['data'] as unknown as {
    group: { others: object[]; deleted: Deleted[]; apart: object[] }
  } // OpenAPI describes it
  return group
}

const deletedOf = async (id: string, token?: string) => (await groupOf(id, token)).deleted
const keptRows = () => server.db.selectFrom('deleted_listings').selectAll().execute()
const findKept = (id: string) =>
  server.db
    .selectFrom('deleted_listings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const keys = () => server.db.selectFrom('deleted_listing_keys').selectAll().execute()
const pairs = () => server.db.selectFrom('not_duplicates').selectAll().execute()

test('a listing that staff deleted and its owner posts again shows when it was first seen, and its old rent', async () => {
  const firstSeenAt = nowText()
  await post(asha, ID.first, { rent: 34_500 })
  server.clock.advance(2 * HOUR_MS)
  const deletedAt = await removeByStaff(ID.first)
  server.clock.advance(3 * HOUR_MS)
  await post(asha, ID.second)
  expect(await groupOf(ID.second)).toMatchObject({
    others: [],
    deleted: [
      {
        id: ID.first,
        firstSeenAt,
        deletedAt,
        rent: 34_500,
        same: ['owner', 'phone', 'place', 'text'],
        photosInCommon: 0,
      },
    ],
  })
})

test('the advert of another seller is recognised by its photos after the owner withdrew and deleted the first one', async () => {
  const photos = [await makeBlocks(3), await makeBlocks(5)]
  await post(asha, ID.first, { files: photos })
  await withdrawAndDelete(asha, ID.first)
  const copies = await Promise.all(photos.map(makeSmallerCopy))
  await post(ravi, ID.second, { files: copies, ...OTHER_WORDS, rent: 32_500, locality: 'Balewadi' })
  expect(await deletedOf(ID.second)).toMatchObject([
    { id: ID.first, same: ['photos', 'phone', 'price'], photosInCommon: 2, rent: 32_000 },
  ])
})

test('photos alone find it in another PIN code of the city', async () => {
  const photos = [await makeBlocks(3), await makeBlocks(5)]
  await post(asha, ID.first, { files: photos })
  await removeByStaff(ID.first)
  await post(ravi, ID.second, { files: photos, ...OTHER_WORDS, pincode: '411021' })
  expect((await deletedOf(ID.second)).map(({ id }) => id)).toEqual([ID.first])
})

test('a property that was posted and deleted twice was first seen as the oldest of the two', async () => {
  const firstSeenAt = nowText()
  await post(asha, ID.first, { rent: 35_000 })
  server.clock.advance(HOUR_MS)
  await removeByStaff(ID.first)
  server.clock.advance(HOUR_MS)
  await post(asha, ID.second, { rent: 34_000 })
  server.clock.advance(HOUR_MS)
  await withdrawAndDelete(asha, ID.second)
  await post(asha, ID.third)
  expect(await deletedOf(ID.third)).toMatchObject([
    { id: ID.second, firstSeenAt, rent: 34_000 },
    { id: ID.first, firstSeenAt, rent: 35_000 },
  ])
  // Also when nothing of the oldest is kept any more.
  await server.db.deleteFrom('deleted_listings').where('id', '=', ID.first).execute()
  expect(await deletedOf(ID.third)).toMatchObject([{ id: ID.second, firstSeenAt }])
})

test.each([
  ['another floor', { description: 'Third floor, two balconies, covered parking.' }],
  ['another size', { area: 1_100 }],
  ['other rooms', { bhk: 3 }],
  ['another city', { city: 'Nashik', pincode: '422001' }],
  ['a rent beyond a lowered one', { rent: 50_000 }],
  ['other words about an equal flat next door', OTHER_WORDS],
])('a listing with %s is not taken for the deleted one', async (_, change) => {
  await post(asha, ID.first)
  await removeByStaff(ID.first)
  await post(asha, ID.second, change)
  expect(await deletedOf(ID.second)).toEqual([])
})

test('"not a duplicate" counts after one of the two was deleted, as long as something of it is kept', async () => {
  await post(asha, ID.first)
  server.clock.advance(HOUR_MS)
  await post(asha, ID.second)
  const body = { listingIds: [ID.first, ID.second], areDuplicates: false }
  await call(server, 'PUT', '/api/admin/duplicates', { token: operator.token, body })
  await removeByStaff(ID.first)
  expect(await deletedOf(ID.second)).toEqual([])
  // Nor was it first seen with the other one.
  const { first_seen_at: firstSeenAt } = await findKept(ID.first)
  await removeByStaff(ID.second)
  expect((await findKept(ID.second)).first_seen_at > firstSeenAt).toBe(true)
  await forgetOldPairs(server.db)
  expect(await pairs()).toHaveLength(1)
  await server.db.deleteFrom('deleted_listings').execute()
  await forgetOldPairs(server.db)
  expect(await pairs()).toEqual([])
})

const setDuplicates = (listingIds: string[], areDuplicates: boolean) =>
  call(server, 'PUT', '/api/admin/duplicates', {
    token: operator.token,
    body: { listingIds, areDuplicates },
  })

test('a person can say of a deleted listing that it is another property, which is remembered and can be taken back', async () => {
  const firstSeenAt = nowText()
  await post(asha, ID.first)
  const deletedAt = await removeByStaff(ID.first)
  server.clock.advance(HOUR_MS)
  await post(asha, ID.second)
  expect((await setDuplicates([ID.second, ID.first], false)).status).toBe(200)
  expect(await groupOf(ID.second)).toMatchObject({
    deleted: [],
    apart: [{ id: ID.first, title: null, deletedAt, at: nowText(), by: expect.any(String) }],
  })
  expect((await setDuplicates([ID.second, ID.first], true)).status).toBe(200)
  expect(await groupOf(ID.second)).toMatchObject({
    deleted: [{ id: ID.first, firstSeenAt }],
    apart: [],
  })
})

test('a listing that a person has called another property takes over no date of the deleted one', async () => {
  await post(asha, ID.first)
  await removeByStaff(ID.first)
  server.clock.advance(HOUR_MS)
  const postedAt = nowText()
  await post(asha, ID.second)
  await setDuplicates([ID.first, ID.second], false)
  await removeByStaff(ID.second)
  expect(await findKept(ID.second)).toMatchObject({ first_seen_at: postedAt })
})

test.each([
  ['two deleted listings', [ID.first, ID.third]],
  ['a deleted listing of which nothing is kept any more', [ID.second, 'e'.repeat(24)]],
])('refuses to set apart %s', async (_, pair) => {
  await post(asha, ID.first)
  await post(ravi, ID.third, OTHER_WORDS)
  await removeByStaff(ID.first)
  await removeByStaff(ID.third)
  await post(asha, ID.second)
  const { status, json } = await setDuplicates(pair, false)
  expect([status, json['error']]).toEqual([404, 'One of these listings does not exist any more.'])
  expect(await pairs()).toEqual([])
})

test('nothing that a person wrote is kept in the clear, and nothing of a draft that was never posted', async () => {
  const secrets = {
    locality: 'Lane of Meera Kulkarni',
    description: 'Second floor. Call Meera Kulkarni, +91 98220 12345, meera@example.in.',
  }
  const files = [await makeBlocks(3)]
  await post(asha, ID.first, { ...secrets, files })
  await removeByStaff(ID.first)
  const kept = JSON.stringify([await keptRows(), await keys()]).toLowerCase()
  for (const word of ['meera', 'kulkarni', '98220', '12345', 'sunlit', 'second', 'lane', '+91'])
    expect(kept).not.toContain(word)
  expect(await keys()).toHaveLength(4)
  await asha.save(ID.second, FLAT)
  expect((await asha.remove(ID.second)).status).toBe(200)
  expect((await keptRows()).map(({ id }) => id)).toEqual([ID.first])
})

test('a deletion that is overtaken keeps nothing, and the listing is not among the deleted ones', async () => {
  await post(asha, ID.first)
  const { status } = await call(server, 'DELETE', `/api/admin/properties/${ID.first}`, {
    token: operator.token,
    headers: { 'If-Match': '"99"' },
  })
  expect(status).toBe(412)
  expect(await keptRows()).toEqual([])
})

test('is forgotten at the end of its time, with its keys', async () => {
  await post(asha, ID.first, { files: [await makeBlocks(3)] })
  await removeByStaff(ID.first)
  const endMs = server.clock.now().getTime() + DELETED_LISTING_DAYS * DAY_MS
  await forgetDeletedListings(server.db, new Date(endMs - 1))
  expect(await keptRows()).toHaveLength(1)
  await forgetDeletedListings(server.db, new Date(endMs))
  expect([await keptRows(), await keys()]).toEqual([[], []])
})

test('a listing that is erased with its owner leaves nothing behind', async () => {
  await post(asha, ID.first)
  const now = server.clock.now()
  await server.db.transaction().execute((trx) => eraseListings(trx, ASHA_ID, now))
  expect(await keptRows()).toEqual([])
})

test('what is kept of a deleted listing is erased with its owner, and what was said about it', async () => {
  await post(asha, ID.first, { files: [await makeBlocks(3)] })
  await post(ravi, ID.third)
  await removeByStaff(ID.first)
  await removeByStaff(ID.third)
  await post(asha, ID.second)
  const pair = { listing_id: ID.first, other_id: ID.third, person_id: null, at: nowText() }
  await server.db.insertInto('not_duplicates').values(pair).execute()
  await eraseAgain(server.db, [ASHA_ID], server.clock.now(), PERSONAL_PARTS)
  expect((await keptRows()).map(({ id }) => id)).toEqual([ID.third])
  expect([await keys(), await pairs()]).toEqual([[], []])
})

test('people who may not see phone numbers do not read that they are the same', async () => {
  await post(asha, ID.first)
  await removeByStaff(ID.first)
  await post(asha, ID.second)
  const viewer = await server.signInAs('viewer')
  expect((await deletedOf(ID.second, viewer))[0]?.same).toEqual(['owner', 'place', 'price', 'text'])
})

test('the seller reads nothing of it', async () => {
  await post(asha, ID.first)
  await removeByStaff(ID.first)
  const again = await signInSeller(server)
  await post(again, ID.second)
  expect(JSON.stringify(await again.see(ID.second))).not.toContain(ID.first)
})
