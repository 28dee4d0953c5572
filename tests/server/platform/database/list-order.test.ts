import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { LISTING_ORDERS, type ListOrder, MEMBER_ORDERS } from '#src/domain/query/list-orders.ts'
import { sortRows } from '#src/ui/table/columns/sort-rows.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const PageSchema = v.object({
  data: v.array(v.unknown()),
  meta: v.object({ nextCursor: v.nullable(v.string()) }),
})
const LIMIT = 7 // rows of a page, so that pages end between equal and between missing values
const MAX_PAISE = Number.MAX_SAFE_INTEGER
const NAMES = [
  null,
  ' ',
  'Flat 9',
  'flat 10',
  'FLAT 009',
  'Éclair',
  'eclair',
  'E\u0301clair 2',
  '\u0958\u093f\u0932\u093e',
  '\u0915\u093c\u093f\u0932\u093e',
  '\uff21 wide',
  '\uffee last of the first plane',
  '\u{1f600} 1',
  '~ tilde',
  '_x',
  "a'b;--",
]
const name = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', ' ')),
)
const paise = fc.oneof(
  fc.constantFrom(null, 0, 1, 100, MAX_PAISE, MAX_PAISE - 1),
  fc.nat({ max: 1_000_000_00 }),
)
const at = fc.constantFrom('2025-06-01T00:00:00.000Z', '2025-06-02T00:00:00.000Z')
const listings = fc.array(fc.record({ name, pricePaise: paise, rentPaise: paise, createdAt: at }), {
  minLength: 25,
  maxLength: 25,
})
const members = fc.array(fc.record({ fullName: name, createdAt: at }), {
  minLength: 25,
  maxLength: 25,
})

/** The ids of all pages in an order, and those of the same rows as a device sorts them. */
async function compareOrders<Row extends { id: string }>(
  path: string,
  schema: v.GenericSchema<unknown, Row>,
  orders: Readonly<Record<string, ListOrder<Row>>>,
  market: Parameters<typeof makeMarket>[0],
) {
  const server = await startServerForTest({ seed: makeMarket(market) })
  const token = await server.signIn()
  for (const { sort, of } of Object.values(orders))
    for (const direction of ['asc', 'desc'] as const) {
      const rows: Row[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query = `sort=${direction === 'desc' ? '-' : ''}${sort}&limit=${LIMIT}`
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { json } = await call(server, 'GET', `${path}?${query}${after}`, { token })
        const { data, meta } = v.parse(PageSchema, json)
        rows.push(...data.map((row) => v.parse(schema, row)))
        cursor = meta.nextCursor
      }
      const unordered = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      const onDevice = sortRows(unordered, { sortValue: of, direction, rowKey: ({ id }) => id })
      expect(rows.map(({ id }) => id)).toEqual(onDevice.map(({ id }) => id))
    }
}

test('listings by title, price and date are in one order on a device and in the pages of the server', async () => {
  await fc.assert(
    fc.asyncProperty(listings, (rows) =>
      compareOrders('/api/admin/properties', ListingSchema, LISTING_ORDERS, {
        listings: rows.map((row, index) => makeListing(index + 10, row)),
      }),
    ),
    { numRuns: 4 },
  )
})

test('users by name and date are in one order on a device and in the pages of the server', async () => {
  await fc.assert(
    fc.asyncProperty(members, (rows) =>
      compareOrders('/api/admin/users', MemberSchema, MEMBER_ORDERS, {
        users: rows.map((row, index) =>
          makeUser({ ...row, id: idOf(index + 10), email: `u${index}@example.in` }),
        ),
      }),
    ),
    { numRuns: 4 },
  )
})
