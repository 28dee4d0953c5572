import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FLAT, makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { makePng } from '#tests/server/listings/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import {
  BUSINESS,
  findImportedId,
  importServerForEachTest,
  makeItem,
  makeKey,
  makeSender,
  readDraft,
  readImported,
  startImportServer,
} from './import-calls.ts'

const DAY_MS = 86_400_000

const at = importServerForEachTest()

const results = async (...listings: unknown[]) =>
  (await at.send(listings)).map(({ result }) => result)
const listed = async () => (await at.operator.list()).map(({ propertyName }) => propertyName)
const business = async () =>
  makePostingCalls(at.server, await at.server.signIn({ email: BUSINESS.email }))

/** Imports the listing 'a'. Returns its id. */
async function importOne(decision?: 'approved' | 'rejected'): Promise<string> {
  expect(await results(makeItem('a'))).toEqual(['created'])
  const id = await findImportedId(at.server, 'a')
  if (decision) await at.operator.decide(id, decision)
  return id
}

test('a new listing is pending and belongs to the business, and a repeat of the call changes nothing', async () => {
  const answer = (result: string) => [{ reference: 'a', result, errors: [] }]
  expect(await at.send([makeItem('a')])).toEqual(answer('created'))
  const before = await at.operator.list()
  const { fullName: name, ...contact } = BUSINESS
  expect(before).toMatchObject([
    { status: 'pending', city: 'Pune', ownerDetails: { name, ...contact } },
  ])
  at.server.clock.advance(3_600_000)
  expect(await at.send([makeItem('a')])).toEqual(answer('unchanged'))
  expect(await at.operator.list()).toEqual(before)
})

test('a changed description of the property goes to review; changed prices and dates apply at once', async () => {
  const id = await importOne('approved')
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
  const id = await importOne('rejected')
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await results(makeItem('a', { rent: 30_000 }))).toEqual(['updated'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'rejected' })
  expect(await results(makeItem('a', { rent: 30_000, title: 'Corrected' }))).toEqual(['updated'])
  expect(await at.operator.find(id)).toMatchObject({ status: 'pending' })
  const { json } = await at.operator.ask('GET', 'audit?entity=listing&limit=1')
  expect(json['data']).toMatchObject([{ device: `API key ${at.key.slice(0, 10)}` }])
})

test('a listing that its site still sends does not expire, and an import makes an expired listing live again', async () => {
  await importOne('approved')
  const postings = at.server.db.selectFrom('postings').select('expires_at')
  const end = async () => (await postings.executeTakeFirstOrThrow()).expires_at
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
    await at.operator.ask('DELETE', `properties/${await importOne()}`)
    const [again] = await at.send([makeItem('a')])
    expect(again).toMatchObject({ result: 'refused', errors: [{ field: 'listing' }] })
    expect(await listed()).toEqual([])
  })

  test.each(['withdraw', 'sold'])('after the business used the action "%s"', async (action) => {
    const id = await importOne('approved')
    expect((await (await business()).act(id, action)).status).toBe(200)
    expect(await results(makeItem('a'))).toEqual(['unchanged'])
    const [again] = await at.send([makeItem('a', { title: 'Another' })])
    expect(again).toMatchObject({ result: 'refused', errors: [{ field: 'listing' }] })
  })
})

test('an import does not remove photos and videos that the business added', async () => {
  const id = await importOne()
  const token = await at.server.signIn({ email: BUSINESS.email })
  const added = await makeUploadCalls(at.server, token).add(id, await makePng())
  const media = [String(added.json['data']?.['id'])]
  const body = JSON.stringify({ ...(await readDraft(at.server, id)), media })
  await at.server.db.updateTable('postings').set({ body, submitted: body }).execute()
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
  expect(await results(makeItem('a', { title: 'Another' }))).toEqual(['updated'])
  expect(await readDraft(at.server, id)).toMatchObject({ title: 'Another', media })
})

test.each([
  ['a listing without a reference', FLAT, { reference: "Enter the site's own reference." }],
  ['a number in place of a listing', 5, { listing: 'A listing is an object with its fields.' }],
  ['an unknown field', makeItem('x', { prise: 1 }), { prise: 'There is no such field.' }],
  [
    'an incomplete listing',
    makeItem('x', { rent: null, bhk: 99 }),
    { bhk: 'Enter a whole number, 1 to 20 bedrooms.', rent: 'Enter the rent.' },
  ],
  ['text for a number', makeItem('x', { rent: '5' }), { rent: 'Enter a number.' }],
  [
    'the field for the ids of uploaded files',
    makeItem('x', { media: ['https://a.example/1.jpg'] }),
    { media: expect.stringMatching(/^Leave this out/) },
  ],
])(
  '%s is refused with an error for each field, and the other listings of the call are imported',
  async (_what, item, errors) => {
    const answer = await at.send([makeItem('a'), item, makeItem('b')])
    expect(answer.map(({ result }) => result)).toEqual(['created', 'refused', 'created'])
    const expected = Object.entries(errors).map(([field, error]) => ({ field, error }))
    expect(answer[1]?.errors).toEqual(expected)
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
  await importOne()
  const other = { email: 'desk@verma.example', fullName: 'Verma Homes' }
  const send = makeSender(at.server, await makeKey(at.server, at.owner, other))
  expect(await send([makeItem('a', { title: 'Of Verma' })])).toMatchObject([{ result: 'created' }])
  expect(await results(makeItem('a'))).toEqual(['unchanged'])
})

test('a new key of the same business finds the listings of the earlier key', async () => {
  await importOne()
  const send = makeSender(at.server, await makeKey(at.server, at.owner))
  expect(await send([makeItem('a')])).toMatchObject([{ result: 'unchanged' }])
})

test('the own listings that a business account sees are limited to 500', {
  tags: ['long'],
}, async () => {
  await at.send(Array.from({ length: 500 }, (_, n) => makeItem(`r${n}`)))
  await at.send(Array.from({ length: 100 }, (_, n) => makeItem(`s${n}`)))
  expect((await (await business()).list()).json['data']).toHaveLength(500)
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
