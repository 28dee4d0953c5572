import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { readDelta } from '#server/listings/list/listing-delta-service.ts'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { applyListingDelta } from '#src/domain/listing/listing-delta.ts'
import { writeListing } from '#tests/server/listings/list/listing-writes.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'

// Three connections write listings at the same time, while a reader keeps requesting the newest changes.

const LISTINGS = 40
const WRITES_EACH = 25

async function write(db: Kysely<Tables>, writer: number): Promise<void> {
  for (let index = 0; index < WRITES_EACH; index += 1) {
    const { id } = makeListing(((index * 7 + writer * 11) % LISTINGS) + 1)
    const at = new Date(1_760_000_000_000 + index).toISOString()
    const change = index % 12 === 11 ? 'delete' : index % 2 === 0 ? 'approved' : 'rejected'
    await writeListing(db, id, change, at)
  }
}

test('a reader that requests deltas during concurrent writes misses no change', async () => {
  const { db, place } = await openDatabaseForTest()
  const listings = Array.from({ length: LISTINGS }, (_, index) => makeListing(index + 1))
  await seed(db, makeMarket({ listings }), testPans, 'no password fits')
  const writers = [1, 2, 3].map(() => openPostgres(place, SERVING))
  onTestFinished(async () => void (await Promise.all(writers.map((one) => one.destroy()))))
  const revision = await getRevision(db)
  let cursor = toRevisionToken(revision, 'all')
  const first = await readDelta(db, toRevisionToken({ ...revision, value: 0 }, 'all'), 'all')
  let copy: Listing[] = first.body.data.map((row) => v.parse(ListingSchema, row))
  let isOver = false
  const work = Promise.all(writers.map(write)).finally(() => {
    isOver = true
  })
  const seen: string[] = []
  for (let isLast = false; !isLast; ) {
    isLast = isOver
    const { body } = await readDelta(db, cursor, 'all')
    const rows = body.data.map((row) => v.parse(ListingSchema, row))
    copy = [...applyListingDelta(copy, { rows, removed: body.removed })]
    cursor = body.meta.cursor
    seen.push(cursor)
  }
  await work
  const real = await db.selectFrom('listings').select(['id', 'status', 'version']).execute()
  const inOrder = (
    rows: readonly { id: string; status: string | null; version: number | null }[],
  ) => rows.map(({ id, status, version }) => `${id} ${status} ${version}`).sort()
  expect(inOrder(copy)).toEqual(inOrder(real))
  expect(new Set(seen).size).toBeGreaterThan(2)
})
