import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { post } from '#tests/server/listings/content/posted-advert.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { makeBlocks, makeSmallerCopy } from '#tests/server/listings/uploads/made-photos.ts'

const { server, asha, ravi, operator } = postingForEachTest()

interface Group {
  own: { id: string }
  others: { id: string; same: string[]; photosInCommon: number; rent: number | null }[]
  apart: { id: string; by: string | null }[]
}

const ID = {
  first: 'c1'.padEnd(24, '0'),
  second: 'c2'.padEnd(24, '0'),
  third: 'c3'.padEnd(24, '0'),
}

async function postingOf(id: string, token = operator.token) {
  const { json } = await call(server, 'GET', `/api/admin/properties/${id}/posting`, { token })
  return json['data'] as unknown as { group: Group; checks: { code: string }[] }
}

const groupOf = async (id: string, token?: string) => (await postingOf(id, token)).group
const idsOf = async (id: string) => (await groupOf(id)).others.map((other) => other.id)

const setDuplicates = (listingIds: unknown, areDuplicates: unknown, token = operator.token) =>
  call(server, 'PUT', '/api/admin/duplicates', { token, body: { listingIds, areDuplicates } })

/** Asha's flat, and Ravi's advert of it with smaller copies of her photos, in other words and with a near price. */
async function postTwice() {
  const photos = [await makeBlocks(3), await makeBlocks(5)]
  const copies = await Promise.all(photos.map(makeSmallerCopy))
  await post(asha, ID.first, { files: photos })
  const change = {
    title: 'Homely flat',
    description: 'Near the market. Papers are clear.',
    rent: 32_500,
  }
  await post(ravi, ID.second, { files: copies, ...change })
}

test("another owner's advert of the same property is in the group of both, and no longer among the hints", async () => {
  await postTwice()
  const { group, checks } = await postingOf(ID.second)
  expect(group.others).toMatchObject([
    { id: ID.first, photosInCommon: 2, same: ['photos', 'phone', 'place', 'price'], rent: 32_000 },
  ])
  expect(await idsOf(ID.first)).toEqual([ID.second])
  expect(checks.map(({ code }) => code)).toEqual([])
})

test('a listing that its owner posted twice has a group, though hints are about other owners only', {
  tags: ['long'],
}, async () => {
  const photos = [await makeBlocks(3), await makeBlocks(5)]
  await post(asha, ID.first, { files: photos })
  await post(asha, ID.second, { files: photos, title: 'The same again' })
  expect((await groupOf(ID.second)).others[0]?.same).toContain('owner')
})

test('the group has the advert that is like another member only', { tags: ['long'] }, async () => {
  const [one, two, three] = await Promise.all([3, 5, 7].map((seed) => makeBlocks(seed)))
  if (!one || !two || !three) throw new Error('no photos')
  await post(asha, ID.first, { files: [one, two] })
  await post(ravi, ID.second, {
    files: [one, two, three],
    title: 'B',
    description: 'Near the market of Baner.',
  })
  const rooms = [three, two, await makeBlocks(9)]
  await post(ravi, ID.third, { files: rooms, title: 'C', description: 'A quiet and bright home.' })
  expect(await idsOf(ID.first)).toEqual([ID.second, ID.third])
})

test('"not a duplicate" is remembered for both with its person, leaves the audit log with ids only, and can be taken back', async () => {
  await postTwice()
  expect((await setDuplicates([ID.second, ID.first], false)).status).toBe(200)
  for (const [id, other] of [
    [ID.first, ID.second],
    [ID.second, ID.first],
  ] as const) {
    const { others, apart } = await groupOf(id)
    expect(others).toEqual([])
    expect(apart).toMatchObject([{ id: other, by: expect.any(String) }])
  }
  // The hints tell of it again: all sellers of these tests have one phone number.
  const codes = (await postingOf(ID.first)).checks.map(({ code }) => code)
  expect(codes).toEqual(['same-photo', 'same-phone', 'same-place'])
  await setDuplicates([ID.first, ID.second], false)
  await setDuplicates([ID.first, ID.second], true)
  expect(await idsOf(ID.first)).toEqual([ID.second])
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['entity_id', 'from_value', 'to_value'])
    .where('action', '=', 'not-duplicate')
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => Object.values(entry))).toEqual([
    [ID.first, null, ID.second],
    [ID.second, null, ID.first],
    [ID.first, ID.second, null],
    [ID.second, ID.first, null],
  ])
})

test('an advert that is set apart from a member does not come back through that member', {
  tags: ['long'],
}, async () => {
  const [one, two, three] = await Promise.all([3, 5, 7].map((seed) => makeBlocks(seed)))
  if (!one || !two || !three) throw new Error('no photos')
  await post(asha, ID.first, { files: [one, two] })
  await post(ravi, ID.second, {
    files: [one, two, three],
    title: 'B',
    description: 'Near the market of Baner.',
  })
  const rooms = [three, two, await makeBlocks(9)]
  await post(ravi, ID.third, { files: rooms, title: 'C', description: 'A quiet and bright home.' })
  await setDuplicates([ID.first, ID.third], false)
  expect(await idsOf(ID.first)).toEqual([ID.second])
  await setDuplicates([ID.first, ID.third], true)
  await setDuplicates([ID.second, ID.third], false)
  expect(await idsOf(ID.first)).toEqual([ID.second])
})

test('refuses one advert twice, one alone, an answer that is not yes or no, and an unknown advert', async () => {
  await postTwice()
  const refused = [
    [[ID.first, ID.first], false, 400],
    [[ID.first], false, 400],
    [[ID.first, ID.second], 'no', 400],
    [[ID.first, 'e'.repeat(24)], false, 404],
  ] as const
  for (const [ids, areDuplicates, status] of refused)
    expect({ ids, ...(await setDuplicates(ids, areDuplicates)) }).toMatchObject({ ids, status })
})

test('people who may not decide see the group without phone numbers, and cannot set an advert apart', async () => {
  await postTwice()
  const viewer = await server.signInAs('viewer')
  expect((await groupOf(ID.first)).others[0]?.same).toContain('phone')
  expect((await groupOf(ID.first, viewer)).others[0]?.same).not.toContain('phone')
  expect((await setDuplicates([ID.first, ID.second], false, viewer)).status).toBe(403)
})

test('a withdrawn advert is in no group', async () => {
  await postTwice()
  await asha.act(ID.first, 'withdraw')
  expect(await idsOf(ID.second)).toEqual([])
})
