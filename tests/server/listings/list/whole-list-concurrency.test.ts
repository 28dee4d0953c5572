import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { listListings } from '#server/listings/changes/listing-repository.ts'
import { readDelta } from '#server/listings/list/listing-delta-service.ts'
import { makeListingSource } from '#server/listings/list/listing-pages.ts'
import { toWireListing } from '#server/listings/list/listing-wire.ts'
import { makeFirstRecord } from '#server/platform/database/listing-record.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import { type ListCache, makeListCache } from '#server/platform/http/calls/list-cache.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { writeListing } from './listing-writes.ts'

// Reads whole lists during writes. The server reads the ETag and the cursor first, then the rows in
// chunks, so rows may be newer than the ETag and the cursor. Every row must be at least as new as at
// the start of the call. A client that revalidates the list by its ETag, or applies the delta since its
// cursor, must get the database's state.

const LISTINGS = 650 // the server reads them in chunks of 200, 200 and 250 rows
const ROUNDS = 6

let database: TestDatabase
let nextNumber = LISTINGS

beforeAll(async () => {
  database = await openTestDatabase()
  const listings = Array.from({ length: LISTINGS }, (_, number) => makeListing(number + 10))
  await seed(database.db, makeMarket({ listings }), testPans)
  return database.close
})

const step = fc.record({
  kind: fc.constantFrom('read', 'read', 'read', 'change', 'change', 'remove', 'add'),
  at: fc.nat(10_000),
  /** How many iterations of the event loop pass before the next step. */
  turns: fc.nat(4),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The version of each listing. The version of a deleted listing is infinite. */
type Versions = ReadonlyMap<string, number>

type Listing = ReturnType<typeof toWireListing>

interface ReadList {
  etag: string
  cursor: string
  rows: readonly Listing[]
}

test('a list that is read during writes is not older than its call, and its ETag and cursor lead to the current state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const market = await openMarket()
      const reads = await market.take(steps)
      const expected = JSON.stringify(await market.readDatabase())
      const last = await market.read()
      expect(JSON.stringify(last.rows)).toBe(expected)
      for (const read of reads) {
        if (read.etag === last.etag) expect(JSON.stringify(read.rows)).toBe(expected)
        expect(JSON.stringify(await market.followUp(read))).toBe(expected)
      }
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  )
})

async function openMarket() {
  const { db } = database
  const source = makeListingSource(db, 'all')
  const cache: ListCache = makeListCache()
  const begun = new Map<string, number>()
  const done = new Map<string, number>()

  const readDatabase = async () =>
    (await listListings(db, { after: null, upTo: null })).map((row) => toWireListing(row, 'all'))
  for (const { _id, version } of await readDatabase()) {
    begun.set(_id, version)
    done.set(_id, version)
  }

  async function write({ kind, at }: Step): Promise<void> {
    const open = [...begun].filter(([, version]) => Number.isFinite(version))
    const [id, version] = open[at % open.length] ?? []
    if (kind === 'add' || id === undefined || version === undefined) return add()
    const next = kind === 'remove' ? Number.POSITIVE_INFINITY : version + 1
    begun.set(id, next)
    const status = LISTING_STATUSES[at % LISTING_STATUSES.length] ?? 'pending'
    await writeListing(db, id, kind === 'remove' ? 'delete' : status, new Date().toISOString())
    done.set(id, Math.max(next, done.get(id) ?? 0))
  }

  async function add(): Promise<void> {
    nextNumber += 1
    // The new row has the time of an existing listing, so it may be anywhere in the list.
    const { createdAt } = makeListing(10 + ((nextNumber * 37) % LISTINGS))
    const id = idOf(nextNumber + 10)
    begun.set(id, 1)
    await db.transaction().execute(async (trx) => {
      const revision = await bumpRevision(trx)
      const like = await trx.selectFrom('listings').selectAll().limit(1).executeTakeFirstOrThrow()
      const row = { ...like, id, created_at: createdAt, version: 1, revision }
      await trx.insertInto('listings').values(row).execute()
      await trx.insertInto('postings').values(makeFirstRecord(row)).execute()
    })
    done.set(id, Math.max(1, done.get(id) ?? 0))
  }

  async function read(): Promise<ReadList> {
    const before = new Map(done)
    const { etag, gzipParts } = await cache.get(source, await source.readState())
    const { data, meta } = JSON.parse(gunzipSync(Buffer.concat(gzipParts)).toString())
    const rows = Array.from<Listing>(data)
    requireFresh(rows, { before, after: begun })
    return { etag, cursor: meta.cursor, rows }
  }

  return {
    read,
    readDatabase,
    async take(steps: readonly Step[]): Promise<ReadList[]> {
      const reads: Promise<ReadList>[] = []
      const writes: Promise<void>[] = []
      for (const one of steps) {
        if (one.kind === 'read') reads.push(read())
        else writes.push(write(one))
        for (let turn = 0; turn < one.turns; turn += 1) await nextTurn()
      }
      const [made] = await Promise.all([Promise.all(reads), Promise.all(writes)])
      return made
    },
    async followUp({ cursor, rows }: ReadList): Promise<readonly Listing[]> {
      const { body } = await readDelta(db, cursor, 'all')
      const byId = new Map([...rows, ...body.data].map((row) => [row._id, row]))
      for (const id of body.removed) byId.delete(id)
      return [...byId.values()].sort(byNewest)
    },
  }
}

/** Compares in the list's order: newest first. */
function byNewest(one: Listing, other: Listing): number {
  const isSooner = `${one.createdAt} ${one._id}` > `${other.createdAt} ${other._id}`
  return isSooner ? -1 : 1
}

/**
 * Checks that each row is at least as new as the last write that was committed before the call, and at most as new as
 * the last write that had begun before the answer arrived.
 */
function requireFresh(
  rows: readonly Listing[],
  { before, after }: { before: Versions; after: Versions },
): void {
  const seen = new Map(rows.map(({ _id, version }) => [_id, version]))
  expect(seen.size).toBe(rows.length)
  const versionOf = (id: string) => seen.get(id) ?? Number.POSITIVE_INFINITY
  const older = [...before].filter(([id, least]) => versionOf(id) < least)
  const newer = [...before].filter(([id]) => versionOf(id) > (after.get(id) ?? 0))
  const unknown = [...seen].filter(([id]) => !after.has(id))
  expect({ older, newer, unknown }).toEqual({ older: [], newer: [], unknown: [] })
}
