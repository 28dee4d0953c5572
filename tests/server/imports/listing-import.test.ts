import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { FLAT, makePostingCalls } from '#tests/server/posting/posting-calls.ts'
import { makePng } from '#tests/server/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/uploads/upload-calls.ts'
import {
  BUSINESS,
  makeItem,
  makeKey,
  makeSender,
  readImported,
  startImportServer,
} from './import-calls.ts'

const DAY_MS = 86_400_000

let at: Awaited<ReturnType<typeof startImportServer>>

beforeEach(async () => {
  at = await startImportServer()
})
afterEach(() => at.server.close())

const results = async (...listings: unknown[]) =>
  (await at.send(listings)).map(({ result }) => result)
const listed = async () => (await at.operator.list()).map(({ propertyName }) => propertyName)
async function idOfOnly(): Promise<string> {
  const { listing_id: id } = await at.server.db
    .selectFrom('imported_listings')
    .select('listing_id')
    .executeTakeFirstOrThrow()
  return id
}

test('a new listing is pending and belongs to the business, and a repeat of the call changes nothing', async () => {
  expect(await at.send([makeItem('a')])).toEqual([
    { reference: 'a', result: 'created', errors: [] },
  ])
  const before = await at.operator.list()
  expect(before).toMatchObject([
    {
      status: 'pending',
      city: 'Pune',
      ownerDetails: {
        name: BUSINESS.fullName,
        email: BUSINESS.email,
        phoneNumber: BUSINESS.phoneNumber,
      },
    },
  ])
  at.server.clock.advance(3_600_000)
  expect(await at.send([makeItem('a')])).toEqual([
    { reference: 'a', result: 'unchanged', errors: [] },
  ])
  expect(await at.operator.list()).toEqual(before)
})

test('a changed description of the property goes to review; changed prices and dates apply at once', async () => {
  await results(makeItem('a'))
  const id = await idOfOnly()
  await at.operator.decide(id, 'approved')
  expect(await results(makeItem('a', { rent: 30_000, availableFrom: '2025-12-01' }))).toEqual([
    'updated',
  ])
  expect(await at.operator.find(id)).toMatchObject({ status: 'approved', rentAmount: 30_000 })
  expect(await results(makeItem('a', { rent: 30_000, bhk: 3 }))).toEqual(['updated'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'pending' })
  // The version that was approved stays live during the review.
  expect(await at.operator.posting(id)).toMatchObject({ isLive: true })
})

test('a rejected listing returns to review only with a change that needs a review', async () => {
  await results(makeItem('a'))
  const id = await idOfOnly()
  await at.operator.decide(id, 'rejected')
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await results(makeItem('a', { rent: 30_000 }))).toEqual(['updated'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'rejected' })
  expect(await results(makeItem('a', { rent: 30_000, title: 'Corrected' }))).toEqual(['updated'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'pending' })
  const { json } = await call(at.server, 'GET', `/api/admin/audit?entity=listing&limit=1`, {
    token: at.owner,
  })
  expect(json['data']).toMatchObject([{ device: `API key ${at.key.slice(0, 10)}` }])
})

test('a listing that its site still sends does not expire, and an import makes an expired listing live again', async () => {
  await results(makeItem('a'))
  const id = await idOfOnly()
  await at.operator.decide(id, 'approved')
  const end = async () =>
    (await at.server.db.selectFrom('postings').select('expires_at').executeTakeFirstOrThrow())
      .expires_at
  const first = await end()
  at.server.clock.advance(59 * DAY_MS)
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await end()).toBe(first)
  at.server.clock.advance(2 * DAY_MS)
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(Date.parse((await end()) ?? '')).toBe(at.server.clock.now().getTime() + 90 * DAY_MS)
  await at.server.db.updateTable('postings').set({ seller_state: 'expired' }).execute()
  expect(await results(makeItem('a'))).toEqual(['updated'])
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await readImported(at.server)).toMatchObject([{ seller_state: 'posted' }])
})

describe('an import does not bring a listing back to the market', () => {
  test('if the operator deleted it', async () => {
    await results(makeItem('a'))
    const { owner } = at
    await call(at.server, 'DELETE', `/api/admin/properties/${await idOfOnly()}`, { token: owner })
    const [again] = await at.send([makeItem('a')])
    expect(again).toMatchObject({ result: 'refused', errors: [{ field: 'listing' }] })
    expect(await listed()).toEqual([])
  })

  test.each(['withdraw', 'sold'])('after the business used the action "%s"', async (action) => {
    await results(makeItem('a'))
    const id = await idOfOnly()
    await at.operator.decide(id, 'approved')
    const business = makePostingCalls(at.server, await at.server.signIn({ email: BUSINESS.email }))
    expect((await business.act(id, action)).status).toBe(200)
    expect(await results(makeItem('a'))).toEqual(['unchanged'])
    const [again] = await at.send([makeItem('a', { title: 'Another' })])
    expect(again).toMatchObject({ result: 'refused', errors: [{ field: 'listing' }] })
  })
})

test('an import does not remove photos and videos that the business added', async () => {
  await results(makeItem('a'))
  const id = await idOfOnly()
  const business = await at.server.signIn({ email: BUSINESS.email })
  const added = await makeUploadCalls(at.server, business).add(id, await makePng())
  const media = [String(added.json['data']?.['id'])]
  const body = JSON.stringify({ ...JSON.parse((await readBody(id)) ?? ''), media })
  await at.server.db.updateTable('postings').set({ body, submitted: body }).execute()
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await results(makeItem('a', { title: 'Another' }))).toEqual(['updated'])
  expect(JSON.parse((await readBody(id)) ?? '')).toMatchObject({ title: 'Another', media })
})

async function readBody(id: string) {
  const row = await at.server.db
    .selectFrom('postings')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.body
}

test.each([
  [
    'a listing without a reference',
    { ...FLAT },
    [{ field: 'reference', error: "Enter the site's own reference." }],
  ],
  [
    'a number in place of a listing',
    5,
    [{ field: 'listing', error: 'A listing is an object with its fields.' }],
  ],
  [
    'a listing with an unknown field',
    makeItem('x', { prise: 1 }),
    [{ field: 'prise', error: 'There is no such field.' }],
  ],
  [
    'an incomplete listing',
    makeItem('x', { rent: null, bhk: 99 }),
    [
      { field: 'bhk', error: 'Enter a whole number, 1 to 20 bedrooms.' },
      { field: 'rent', error: 'Enter the rent.' },
    ],
  ],
  [
    'a listing with text for a number',
    makeItem('x', { rent: '5' }),
    [{ field: 'rent', error: 'Enter a number.' }],
  ],
  [
    'a listing with the field for the ids of uploaded files',
    makeItem('x', { media: ['https://a.example/1.jpg'] }),
    [{ field: 'media', error: expect.stringMatching(/^Leave this out/) }],
  ],
])(
  '%s is refused with an error for each field, and the other listings of the call are imported',
  async (_what, item, errors) => {
    const answer = await at.send([makeItem('a'), item, makeItem('b')])
    expect(answer.map(({ result }) => result)).toEqual(['created', 'refused', 'created'])
    expect(answer[1]?.errors).toEqual(errors)
    expect(await listed()).toHaveLength(2)
  },
)

test('two listings with the same reference in one call are both refused, also if one is invalid', async () => {
  const spaced = makeItem('  a ', { title: 'Another' })
  const invalid = makeItem('b', { rent: 'x' })
  const answer = await at.send([makeItem('a'), spaced, makeItem('b'), invalid, makeItem('c')])
  expect(answer.map(({ result }) => result)).toEqual([
    ...['refused', 'refused', 'refused', 'refused'],
    'created',
  ])
  expect(await listed()).toHaveLength(1)
})

test('two businesses may have the same reference', async () => {
  await results(makeItem('a'))
  const other = { email: 'desk@verma.example', fullName: 'Verma Homes' }
  const send = makeSender(at.server, await makeKey(at.server, at.owner, other))
  expect(await send([makeItem('a', { title: 'Of Verma' })])).toMatchObject([{ result: 'created' }])
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
})

test('a new key of the same business finds the listings of the earlier key', async () => {
  await results(makeItem('a'))
  const send = makeSender(at.server, await makeKey(at.server, at.owner))
  expect(await send([makeItem('a')])).toMatchObject([{ result: 'unchanged' }])
})

test('the own listings that a business account sees are limited to 500', async () => {
  await at.send(Array.from({ length: 500 }, (_, n) => makeItem(`r${n}`)))
  await at.send(Array.from({ length: 100 }, (_, n) => makeItem(`s${n}`)))
  const business = makePostingCalls(at.server, await at.server.signIn({ email: BUSINESS.email }))
  const { data } = (await business.list()).json as unknown as { data: unknown[] }
  expect(data).toHaveLength(500)
})

test('after any sequence of calls each listing has its last valid state, and each result was correct', async () => {
  const change = fc.record({
    reference: fc.constantFrom('a', 'b', 'c'),
    title: fc.constantFrom('One', 'Two'),
    rent: fc.constantFrom(20_000, 30_000, null),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      async (calls) => {
        const fresh = await startImportServer()
        const state = new Map<string, string>()
        for (const items of calls) {
          const expected = items.map((item) => {
            const isRepeated = items.filter((one) => one.reference === item.reference).length > 1
            if (isRepeated || item.rent === null) return 'refused'
            const text = JSON.stringify(item)
            const before = state.get(item.reference)
            state.set(item.reference, text)
            if (before === undefined) return 'created'
            return before === text ? 'unchanged' : 'updated'
          })
          const sent = await fresh.send(items.map((item) => makeItem(item.reference, item)))
          expect(sent.map(({ result }) => result)).toEqual(expected)
        }
        const rows = await readImported(fresh.server)
        const wanted = [...state.values()].map((text) => JSON.parse(text))
        expect(
          rows.map(({ reference, name, rent_paise }) => [reference, name, rent_paise]),
        ).toEqual(
          wanted
            .map(({ reference, title, rent }) => [reference, title, rent * 100])
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
        expect(rows.every(({ isSubmitted }) => isSubmitted)).toBe(true)
        expect(await fresh.operator.list()).toHaveLength(rows.length)
        await fresh.server.close()
      },
    ),
    { numRuns: 20 },
  )
})

test('concurrent calls import each listing once', async () => {
  const items = Array.from({ length: 120 }, (_, n) => makeItem(`r${n}`))
  const answers = await Promise.all([at.send(items), at.send(items), at.send(items)])
  const counts = answers.flat().map(({ result }) => result)
  expect(counts.filter((one) => one === 'created')).toHaveLength(120)
  expect(counts.filter((one) => one === 'unchanged')).toHaveLength(240)
  expect(await listed()).toHaveLength(120)
})
