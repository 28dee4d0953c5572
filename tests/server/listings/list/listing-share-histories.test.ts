import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { readDelta } from '#server/listings/list/listing-delta-service.ts'
import { findMarket, makeShareSource } from '#server/listings/list/listing-share.ts'
import { makeListCache } from '#server/platform/http/calls/list-cache.ts'
import { countPending, isShareOutdated, PartOfSchema } from '#src/domain/listing/device-share.ts'
import { LISTING_STATUSES, type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { applyListingDelta } from '#src/domain/listing/listing-delta.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { writeListing } from './listing-writes.ts'

// A device keeps its share by deltas. After any history of changes, it has the share as the server has it, for each
// place in the history from which it may come.

const LISTINGS = 120
const MOST = 60 // of a share

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await seed(database.db, makeMarket({ listings: [] }), testPans)
  return database.close
})

const history = fc.record({
  /** Of 120 listings, so that a share has all of them, or those that wait longest. */
  pending: fc.constantFrom(0, 10, 59, 60, 61, 64, 100),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('read', 'change', 'change', 'change', 'delete'),
      at: fc.nat(10_000),
    }),
    { minLength: 5, maxLength: 40 },
  ),
})

let first = 1

test('a share that is kept by deltas is the share as it would be read anew', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ pending, steps }) => {
      const { db } = database
      const numbers = Array.from({ length: LISTINGS }, (_, place) => first + place)
      first += LISTINGS
      const listings = numbers.map((number, place) =>
        makeListing(number, { status: place < pending ? 'pending' : 'rejected' }),
      )
      await db.deleteFrom('listings').execute()
      await seed(db, makeMarket({ users: [], listings }), testPans)
      const share = makeShareSource(db, 'all', MOST)
      let floors = 0
      const source = {
        ...share,
        async prepare() {
          const isSame = (await share.prepare?.()) ?? false
          floors += Number(!isSame)
          return isSame
        },
      }
      const cache = makeListCache()
      const read = async () => {
        const { gzipParts } = await cache.get(source, await source.readState())
        const { data, meta } = JSON.parse(gunzipSync(Buffer.concat(gzipParts)).toString())
        return {
          rows: toListings(data),
          cursor: String(meta.cursor),
          total: Number(meta.total),
          partOf: v.parse(PartOfSchema, meta.partOf),
          floors,
        }
      }
      const reads = [await read()]
      expect(reads[0]?.total).toBe(MOST)
      for (const { kind, at } of steps) {
        const id = idOf(numbers[at % LISTINGS] ?? 0)
        const to = LISTING_STATUSES[at % 3] ?? 'pending'
        if (kind === 'read') reads.push(await read())
        else await writeListing(db, id, kind === 'delete' ? 'delete' : to, new Date().toISOString())
      }
      const anew = await read()
      for (const { rows, cursor, total, partOf, floors: begun } of reads) {
        const { body } = await readDelta(db, cursor, 'all', findMarket)
        const delta = { rows: toListings(body.data), removed: body.removed }
        const kept = applyListingDelta(rows, delta)
        expect(total).toBe(rows.length)
        if (begun === anew.floors) expect(kept).toEqual(anew.rows)
        // A share that grew by a tenth, or has space again, begins elsewhere.
        const isOutdated = isShareOutdated(partOf, { rows: kept, partOf: anew.partOf }, MOST)
        if (!isOutdated && countPending(anew.partOf) <= MOST)
          expect(kept.filter(isPending)).toEqual(anew.rows.filter(isPending))
        const ids = new Map(anew.rows.map((row) => [row.id, row]))
        for (const row of kept) expect(ids.get(row.id) ?? row).toEqual(row)
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)

const isPending = ({ status }: Listing) => status === 'pending'

function toListings(rows: readonly unknown[]): Listing[] {
  return rows.map((row) => v.parse(ListingSchema, row))
}
