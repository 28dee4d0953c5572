import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TransactionSchema } from '#src/domain/dashboard.ts'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { LoanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { type QueryField, readConditions } from '#src/domain/query/condition.ts'
import { filterRows } from '#src/domain/query/condition-rows.ts'
import { LISTING_FIELDS } from '#src/domain/query/listing-fields.ts'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import { MEMBER_FIELDS } from '#src/domain/query/member-fields.ts'
import { PAYMENT_FIELDS } from '#src/domain/query/payment-fields.ts'
import { nameReader } from '#src/domain/query/reader-condition.ts'
import { rowsOf } from '#src/domain/wire.ts'
import { call } from '#tests/server/api-call.ts'
import {
  idOf,
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const NOW = '2025-09-17T06:30:00.000Z'
const DAY_MS = 86_400_000
const QA = '\u0958\u093f\u0932\u093e' // 'क़िला' with one code point for its first letter
const KA_NUKTA = '\u0915\u093c\u093f\u0932\u093e' // and with two
const WORDS = [
  'Pune',
  ' pune ',
  'PUNE',
  'Éclair',
  'E\u0301CLAIR',
  QA,
  KA_NUKTA,
  'İzmir',
  'ß',
  "a'b;--",
  '100%',
  '😀 x',
]
const MAX_PAISE = Number.MAX_SAFE_INTEGER

const word = fc.constantFrom(...WORDS)
const paise = fc.oneof(
  fc.constantFrom(null, 0, 1, 29, 100, 450_000_000, MAX_PAISE, MAX_PAISE - 1),
  fc.nat({ max: 1_000_000_00 }),
)
/** Times around the limits of the days before now, the beginnings of Indian days, and some in the future. */
const time = fc
  .record({
    days: fc.integer({ min: -2, max: 40 }),
    at: fc.constantFrom(0, 1, -1, 5.5 * 3_600_000, 5.5 * 3_600_000 - 1, 12 * 3_600_000),
    fromNow: fc.boolean(),
  })
  .map(({ days, at, fromNow }) => {
    const from = fromNow ? Date.parse(NOW) : Date.parse('2025-09-17T00:00:00.000Z')
    return new Date(from - days * DAY_MS + at).toISOString()
  })
const url = fc.constantFrom(
  null,
  '/media/a.mp4',
  '//evil.example/a',
  'https://a.example/v.mp4',
  'http://localhost:3000/a',
  'http://127.0.0.1/a',
  'http://a.example/a',
  'javascript:alert(1)',
)
const OWNERS = [1, 2, 3].map((number) =>
  makeUser({ id: idOf(number), email: `u${number}@example.in` }),
)
const owner = fc.constantFrom(...OWNERS.map(({ id }) => id))

const listing = fc.record({
  ownerId: owner,
  propertyType: word,
  saleType: fc.constantFrom('Sell', 'Rent', 'PG', 'Auction', 'Timeshare', ' sale ', 'ON SELL'),
  city: word,
  pincode: fc.constantFrom('411001', '411045', ' 411045', '०११'),
  pricePaise: paise,
  rentPaise: paise,
  startingBidPaise: paise,
  status: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const, null),
  videoUrl: url,
  posterUrl: url,
  boostedUntil: fc.option(time, { nil: null }),
  createdAt: time,
})
const loan = fc.record({
  userId: owner,
  occupationType: fc.option(word, { nil: null }),
  incomePaise: paise,
  createdAt: time,
})
const payment = fc.record({
  userId: owner,
  planType: word,
  planCategory: word,
  amountPaise: fc.nat({ max: 100_000 }),
  state: fc.constantFrom('captured' as const, 'failed' as const),
  createdAt: time,
})
const member = fc.record({ createdAt: time })

const bound = fc.oneof(
  fc.constantFrom('', '0', '0.01', '0.29', '1', '30', '90071992547409.91', '999999999999999.99'),
  fc.nat({ max: 1_000_000 }).map(String),
)
const day = fc.constantFrom(
  '',
  '2025-09-17',
  '2025-09-16',
  '2025-09-01',
  '2025-08-20',
  '0001-01-01',
  '9999-12-31',
)
const ids = fc.constantFrom(idOf(1), idOf(2), idOf(1).toUpperCase(), 'nobody')
const FREE_TEXT = fc.constantFrom(
  ...WORDS.map((text) => text.trim()),
  'nowhere',
  "' or 1=1 --",
  '411045',
  'sell',
  'pg',
)

/** A value of a field in the address, of which some are broken. */
function valuesOf(field: QueryField<never>) {
  if (field.kind === 'yes-no') return fc.constantFrom('yes', 'no')
  if (field.kind === 'range') return fc.tuple(bound, bound).map((bounds) => bounds.join('..'))
  if (field.kind === 'days') return fc.tuple(day, day).map((days) => days.join('..'))
  if (field.name === 'user') return ids
  if (field.kind === 'text' && field.isOfPeople) return fc.constantFrom('me', 'none', idOf(1), 'x')
  return field.choices ? fc.constantFrom(...field.choices.map(({ value }) => value)) : FREE_TEXT
}

/** Queries of at most four fields whose parts can all be read. */
function queryOf(fields: readonly QueryField<never>[]) {
  return fc
    .subarray([...fields], { minLength: 0, maxLength: Math.min(4, fields.length) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((field) =>
          fc
            .array(valuesOf(field), { minLength: 1, maxLength: field.kind === 'text' ? 3 : 1 })
            .map((values) => values.map((value): [string, string] => [field.name, value])),
        ),
      ),
    )
    .map((parts) => new URLSearchParams(parts.flat()).toString())
    .filter((text) => readConditions(new URLSearchParams(text), fields).problems.length === 0)
}

const LISTS = [
  { path: 'properties', fields: LISTING_FIELDS, row: ListingSchema },
  { path: 'users', fields: MEMBER_FIELDS, row: MemberSchema },
  { path: 'loan', fields: LOAN_FIELDS, row: LoanSchema },
  { path: 'payments', fields: PAYMENT_FIELDS, row: TransactionSchema },
] as const

async function start(seed: number) {
  const sample = <Value>(of: fc.Arbitrary<Value>, numRuns: number) =>
    fc.sample(of, { numRuns, seed })
  const users = [
    ...OWNERS,
    ...sample(member, 20).map((change, index) =>
      makeUser({ ...change, id: idOf(index + 500), email: `m${index}@example.in` }),
    ),
  ]
  const server = await startServerForTest({
    now: NOW,
    seed: makeMarket({
      users,
      listings: sample(listing, 60).map((change, index) => makeListing(index + 1_000, change)),
      loans: sample(loan, 40).map((change, index) => makeLoan(index + 2_000, change)),
      transactions: sample(payment, 40).map((change, index) =>
        // The cast is safe: the column takes any text.
        makePayment(index + 3_000, change as Parameters<typeof makePayment>[1]),
      ),
    }),
  })
  const resubmitted = { resubmitted_at: NOW, submitted_at: NOW }
  await server.db
    .updateTable('postings')
    .set(resubmitted)
    .where('id', 'in', [idOf(1_001), idOf(1_002), idOf(1_010)])
    .execute()
  for (const [place, seller_state] of (['sold', 'expired', 'sold'] as const).entries())
    await server.db
      .updateTable('postings')
      .set({ seller_state })
      .where('id', '=', idOf(1_020 + place))
      .execute()
  // Of the generated members, some have asked for their deletion, and some have not proved their address.
  const deletion = { requested_at: NOW, due_at: NOW, is_consent_withdrawn: 0 }
  for (const number of [500, 503, 507])
    await server.db
      .insertInto('account_deletions')
      .values({ ...deletion, user_id: idOf(number) })
      .execute()
  await server.db
    .updateTable('users')
    .set({ verified: 0 })
    .where('id', 'in', [500, 501, 510].map(idOf))
    .execute()
  const due = [
    [1_000, '2025-09-17T06:00:00.000Z', NOW],
    [1_001, NOW, '2025-09-17T06:30:00.001Z'],
    [1_002, '2025-09-17T06:30:00.001Z', '2025-09-18T06:30:00.000Z'],
  ] as const
  for (const [number, due_soon_at, due_at] of due)
    await server.db
      .updateTable('listings')
      .set({ status: 'pending', due_soon_at, due_at })
      .where('id', '=', idOf(number))
      .execute()
  const given = { change_key: 'key', code: 'photos', sentence: '', note: '', changes_needed: 0 }
  const explained = [1_000, 1_021, 1_030].map((number) => ({
    ...given,
    listing_id: idOf(number),
    given_at: NOW,
  }))
  await server.db.insertInto('listing_reasons').values(explained).execute()
  const token = await server.signIn()
  const readerId = await server.findAccountId()
  // Hints of some, none of others; of the rest they were not looked for yet.
  for (let index = 0; index < 45; index += 1)
    await server.db
      .updateTable('listings')
      .set({
        hints: ['', '|photo|', '|phone|price|', '|photo|text|place|missing|'][index % 4] ?? null,
        decided_by: index % 3 === 0 ? null : index % 3 === 1 ? idOf(1) : readerId,
      })
      .where('id', '=', idOf(1_000 + index))
      .execute()
  // Some are decided: their assignments do not count.
  const assigned = Array.from({ length: 24 }, (_, index) => ({
    listing_id: idOf(1_000 + 2 * index),
    person_id: index % 3 === 0 ? idOf(1) : readerId,
    assigned_at: NOW,
  }))
  await server.db.insertInto('assignments').values(assigned).execute()
  return { server, token, readerId }
}

test.each(LISTS)(
  'the same $path pass generated filters on a device and in the database, in the same order',
  (list) => compare(list, 1),
)

test.each(LISTS)(
  'the same $path pass generated filters on a device and in the database, for more data',
  { tags: ['long'] },
  (list) => compare(list, 4),
)

/** Compares the answers to forty filters, for each of `markets` generated sets of rows. */
async function compare({ path, fields, row }: (typeof LISTS)[number], markets: number) {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(queryOf(fields), { minLength: 40, maxLength: 40 }),
      async (seed, queries) => {
        const { server, token, readerId } = await start(seed)
        const read = async (query: string) =>
          (await call(server, 'GET', `/api/admin/${path}?${query}`, { token })).json
        const all = (await call(server, 'GET', `/api/admin/${path}`, { token })).json['data']
        const rows: readonly { id: string | null }[] = v.parse(
          rowsOf<{ id: string | null }>(row),
          all,
        )
        for (const query of queries) {
          const list = fields as readonly QueryField<never>[]
          const asked = readConditions(new URLSearchParams(query), list)
          const conditions = nameReader(asked.conditions, list, readerId)
          // The cast is safe: the rows were read with the schema of these fields.
          const kept = filterRows(rows as never[], conditions, fields as never, Date.parse(NOW))
          const expected = (kept as readonly { id: string }[]).map(({ id }) => id)
          const answer = await read(`${query}&limit=500`)
          const found = (answer['data'] as unknown as { _id: string }[]).map(({ _id }) => _id)
          expect({ query, found }).toEqual({ query, found: expected })
          expect(answer['meta']?.['total']).toBe(expected.length)
          const turned = await read(`${query}&limit=500&sort=createdAt`)
          const back = (turned['data'] as unknown as { _id: string }[]).map(({ _id }) => _id)
          expect(back).toEqual(expected.toReversed())
        }
      },
    ),
    { numRuns: markets },
  )
}

test.each(LISTS)(
  '$path: what cannot be read is refused, and nothing is answered',
  async ({ path }) => {
    const { server, token } = await start(1)
    const asked = [
      'colour=red',
      'user=',
      'date=2025-02-30..&joined=2025-02-30..&age=x&price=x',
      `x${'y'.repeat(1_000)}=1`,
      "city' or '1'='1=x",
      'waiting=yes',
    ]
    for (const query of asked) {
      const answer = await call(server, 'GET', `/api/admin/${path}?${query}`, { token })
      expect(answer).toMatchObject({ status: 400, json: { success: false, code: 'bad-filter' } })
    }
  },
)

test('the next page of a filtered list goes on behind the last row, and its cursor is for these filters only', async () => {
  const { server, token } = await start(7)
  const read = async (query: string) =>
    (await call(server, 'GET', `/api/admin/properties?${query}`, { token })).json
  const query = 'deal=sell&deal=on%20sell&price=0..&limit=2'
  const seen: string[] = []
  let page = await read(query)
  const all = await read(query.replace('limit=2', 'limit=500'))
  for (;;) {
    seen.push(...(page['data'] as unknown as { _id: string }[]).map(({ _id }) => _id))
    const cursor = page['meta']?.['nextCursor'] as unknown as string | null
    if (cursor === null) break
    expect(await read(`price=0..&limit=2&cursor=${cursor}`)).toMatchObject({ code: 'bad-cursor' })
    page = await read(`${query}&cursor=${cursor}`)
  }
  expect(seen).toEqual((all['data'] as unknown as { _id: string }[]).map(({ _id }) => _id))
})

test('a role that may not see incomes and occupations cannot find them by filters', async () => {
  const { server } = await start(3)
  const viewer = await server.signInAs('viewer')
  for (const query of ['income=1..', 'occupation=Salaried'])
    expect(await call(server, 'GET', `/api/admin/loan?${query}`, { token: viewer })).toMatchObject({
      status: 403,
      json: { code: 'not-allowed' },
    })
  expect((await call(server, 'GET', '/api/admin/loan?age=0..', { token: viewer })).status).toBe(200)
})
