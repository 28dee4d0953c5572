import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import {
  addOtherListings,
  applyListingDelta,
  joinRemoved,
  shareListings,
} from '#src/domain/listing/listing-delta.ts'

const listing = (id: string, change: Record<string, unknown> = {}): Listing =>
  v.parse(ListingSchema, {
    _id: id,
    version: 1,
    propertyName: `Flat ${id}`,
    createdAt: `2025-06-${id}T00:00:00.000Z`,
    status: 'pending',
    ...change,
  })

/** A cached list, in the server's order: newest first. */
const COPY = ['30', '20', '10'].map((id) => listing(id))
const idsOf = (rows: readonly Listing[]) => rows.map(({ id }) => id)

describe('a delta applied to the cached list', () => {
  test('replaces changed rows in place; the other rows stay the same objects', () => {
    const changed = listing('20', { version: 2, status: 'approved' })
    const rows = applyListingDelta(COPY, { rows: [changed], removed: [] })
    expect(rows.map((row, place) => row === COPY[place])).toEqual([true, false, true])
    expect(rows[1]).toBe(changed)
  })

  test('removes deleted rows and ignores unknown ids', () => {
    const rows = applyListingDelta(COPY, { rows: [], removed: ['20', '99'] })
    expect(rows).toEqual([COPY[0], COPY[2]])
  })

  test("inserts new rows in the server's order, by time and then by id", () => {
    const sameDay = listing('205', { createdAt: '2025-06-20T00:00:00.000Z' })
    const added = [listing('25'), listing('31'), sameDay, listing('05')]
    const rows = applyListingDelta(COPY, { rows: added, removed: [] })
    expect(idsOf(rows)).toEqual(['31', '30', '25', '205', '20', '10', '05'])
  })

  test('fills an empty list', () => {
    expect(applyListingDelta([], { rows: COPY.toReversed(), removed: [] })).toEqual(COPY)
  })

  test('moves a row whose creation time changed', () => {
    const moved = listing('20', { version: 2, createdAt: '2025-06-01T00:00:00.000Z' })
    const rows = applyListingDelta(COPY, { rows: [moved], removed: [] })
    expect(idsOf(rows)).toEqual(['30', '10', '20'])
  })

  test('does not replace a newer row with an older one', () => {
    const newer = COPY.with(1, listing('20', { version: 5, status: 'approved' }))
    const late = { rows: [listing('20', { version: 4, status: 'rejected' })], removed: [] }
    expect(applyListingDelta(newer, late)).toBe(newer)
  })

  test('removes a row that it contains both as changed and as removed', () => {
    const rows = applyListingDelta(COPY, { rows: [listing('20', { version: 2 })], removed: ['20'] })
    expect(idsOf(rows)).toEqual(['30', '10'])
  })

  test.each([
    ['no rows', { rows: [], removed: [] }],
    ['only unchanged rows', { rows: [listing('20')], removed: [] }],
  ])('returns the same list object if the delta has %s', (_what, delta) => {
    expect(applyListingDelta(COPY, delta)).toBe(COPY)
  })

  test('changes nothing when applied a second time', () => {
    const delta = { rows: [listing('25'), listing('10', { version: 2 })], removed: ['30'] }
    const once = applyListingDelta(COPY, delta)
    expect(applyListingDelta(once, delta)).toBe(once)
  })
})

test('a list that was fetched as a whole reuses the cached objects of equal rows, at any position', () => {
  const read = [listing('31'), listing('30'), listing('20', { status: 'approved' }), listing('10')]
  const rows = shareListings(COPY, read)
  expect(rows).toEqual(read)
  expect(rows.map((row) => COPY.includes(row))).toEqual([false, true, false, true])
  expect(shareListings(COPY, structuredClone(COPY))).toBe(COPY)
})

test('a list that was fetched as a whole replaces even newer cached rows: the server may be restored from a backup', () => {
  const newer = [listing('20', { version: 5, status: 'approved' })]
  const read = [listing('20', { version: 2 })]
  expect(shareListings(newer, read)).toEqual(read)
})

describe('the ids of deleted listings', () => {
  test('grow by each delta, once each', () => {
    const once = joinRemoved(['10'], { rows: [listing('30')], removed: ['20', '10'] })
    expect(once).toEqual(['10', '20'])
    expect(joinRemoved(once, { rows: [], removed: ['20'] })).toBe(once)
    expect(joinRemoved(once, { rows: [], removed: [] })).toBe(once)
  })

  test('lose a listing that is in the list again', () => {
    expect(joinRemoved(['10', '20'], { rows: [listing('10')], removed: [] })).toEqual(['20'])
    expect(joinRemoved(['10'], { rows: [listing('10')], removed: ['10'] })).toEqual(['10'])
  })
})

describe('a list that is kept by deltas, with listings that were read otherwise,', () => {
  test('has both, and of a listing in both only a later version of the others', () => {
    const kept = [listing('30', { version: 2 }), listing('20', { version: 2, hints: ['x'] })]
    const others = [
      listing('30', { version: 3 }),
      listing('20', { version: 2 }),
      listing('10', { version: 1 }),
    ]
    const rows = addOtherListings(kept, others)
    expect(rows).toEqual([others[0], kept[1], others[2]])
    expect(rows[1]).toBe(kept[1])
  })

  test('is the same list if the others have nothing later', () => {
    expect(addOtherListings(COPY, [listing('20', { version: 0, status: 'approved' })])).toBe(COPY)
  })
})
