// @module-tag long
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { type ListingWithOwner, listListings } from '#server/listings/changes/listing-repository.ts'
import { forgetOldChanges, readDelta } from '#server/listings/list/listing-delta-service.ts'
import { toWireListing } from '#server/listings/list/listing-wire.ts'
import { beginRun, getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { LISTING_STATUSES, type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { applyListingDelta } from '#src/domain/listing/listing-delta.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { writeListing } from './listing-writes.ts'

// Makes random changes to listings, while several clients have copies of the list and refresh them at random times.
// After each refresh, the copy must equal the server's list. A refresh applies the server's delta, which has the
// changes since the last refresh; if the server refuses to send a delta, the client reads the whole list.

const HISTORIES = 100
const COPIES = 3
const DAY_MS = 86_400_000
const TEST_MS = 60_000 // the test takes two or three seconds on an idle machine

interface Copy {
  rows: readonly Listing[]
  cursor: string
}

type Step =
  | { kind: 'add'; minute: number }
  | { kind: 'status'; pick: number; status: (typeof LISTING_STATUSES)[number] }
  | { kind: 'remove'; pick: number }
  | { kind: 'pass'; days: number }
  | { kind: 'restart' | 'backup' | 'restore' }
  | { kind: 'refresh'; copy: number; isAnswerLost: boolean }

const pick = fc.nat(1_000)
const kind = fc.constant
const STEP = fc.oneof(
  // Only six different creation times, so that many listings have the same one.
  { weight: 3, arbitrary: fc.record({ kind: kind('add'), minute: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('status'),
      pick,
      status: fc.constantFrom(...LISTING_STATUSES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('remove'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('pass'), days: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('restart', 'backup', 'restore') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('refresh'),
      copy: fc.nat(COPIES - 1),
      isAnswerLost: fc.boolean(),
    }),
  },
) as fc.Arbitrary<Step> // safe cast: each `kind` above is one of Step's

const refusals = new Set<string>()
let deltas = 0

test(
  'copies updated by deltas equal the whole list, also after deletes, restarts and restores',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40, size: 'max' }), async (steps) => {
        const market = await openMarket()
        for (const step of steps) await market.take(step)
        for (let copy = 0; copy < COPIES; copy += 1) {
          await market.take({ kind: 'refresh', copy, isAnswerLost: false })
        }
        await market.close()
      }),
      { numRuns: HISTORIES },
    )
    // The random changes were varied enough: some refreshes got a delta, and some were refused a delta.
    expect(deltas).toBeGreaterThan(HISTORIES)
    expect([...refusals]).toEqual(['cursor-expired'])
  },
  TEST_MS,
)

async function openMarket() {
  const { db, close } = await openTestDatabase()
  await seed(db, makeMarket(), testPans)
  let nextNumber = 10
  let nowMs = Date.UTC(2026, 0, 1)
  let backup = await saveTables(db)
  const copies = await Promise.all(Array.from({ length: COPIES }, () => readWhole(db)))

  async function findId(wanted: number): Promise<string | undefined> {
    const rows = await db.selectFrom('listings').select('id').orderBy('id').execute()
    return rows[wanted % Math.max(1, rows.length)]?.id
  }

  async function refresh(copy: number): Promise<Copy> {
    const before = copies[copy] ?? (await readWhole(db))
    try {
      const { body } = await readDelta(db, before.cursor, 'all')
      deltas += 1
      const rows = body.data.map((wire) => v.parse(ListingSchema, wire))
      const next = applyListingDelta(before.rows, { rows, removed: body.removed })
      return { rows: next, cursor: body.meta.cursor }
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      refusals.add(error.code)
      return readWhole(db)
    }
  }

  return {
    async take(step: Step): Promise<void> {
      if (step.kind === 'refresh') {
        const next = await refresh(step.copy)
        expect(next.rows).toEqual((await readWhole(db)).rows)
        if (!step.isAnswerLost) copies[step.copy] = next
      } else if (step.kind === 'add') {
        const createdAt = new Date(Date.UTC(2025, 5, 1, 0, step.minute)).toISOString()
        nextNumber += 1
        const listings = [makeListing(nextNumber, { createdAt })]
        await seed(db, makeMarket({ users: [], listings }), testPans)
      } else if (step.kind === 'pass') nowMs += step.days * DAY_MS
      else if (step.kind === 'restart') await beginRun(db)
      else if (step.kind === 'backup') backup = await saveTables(db)
      else if (step.kind === 'restore') await restoreTables(db, backup)
      else if ('pick' in step) {
        const id = await findId(step.pick)
        if (id === undefined) return
        const now = new Date(nowMs)
        const change = step.kind === 'remove' ? 'delete' : step.status
        await writeListing(db, id, change, now.toISOString())
        if (step.kind === 'remove') await forgetOldChanges(db, now)
      }
    },
    close,
  }
}

async function readWhole(db: Kysely<Tables>): Promise<Copy> {
  const cursor = toRevisionToken(await getRevision(db), 'all')
  const rows = await listListings(db, { after: null, upTo: null })
  return { rows: rows.map(toListing), cursor }
}

/** Converts a database row to the listing that the app reads from the server's answer. */
function toListing(row: ListingWithOwner): Listing {
  return v.parse(ListingSchema, JSON.parse(JSON.stringify(toWireListing(row, 'all'))))
}

const SAVED = [
  'listings',
  'postings',
  'listing_changes',
  'revisions',
  'ended_epochs',
  'deleted_listings',
  'deleted_listing_keys',
] as const

async function saveTables(db: Kysely<Tables>) {
  const read = async (table: (typeof SAVED)[number]) =>
    [table, await db.selectFrom(table).selectAll().execute()] as const
  return Promise.all(SAVED.map(read))
}

/** Restores saved tables as a backup is restored on a stopped server, then simulates the start of the server. */
async function restoreTables(
  db: Kysely<Tables>,
  saved: Awaited<ReturnType<typeof saveTables>>,
): Promise<void> {
  for (const [table, rows] of saved) {
    await db.deleteFrom(table).execute()
    if (rows.length > 0)
      await db
        .insertInto(table)
        .values(rows as never)
        .execute() // safe cast: rows of the table
  }
  await beginRun(db)
}
