import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Listing, ListingSchema } from '#src/domain/listing.ts'
import { applyListingDelta, shareListings } from '#src/domain/listing-delta.ts'

const listing = (id: string, change: Record<string, unknown> = {}): Listing =>
  v.parse(ListingSchema, {
    _id: id,
    version: 1,
    propertyName: `Flat ${id}`,
    createdAt: `2025-06-${id}T00:00:00.000Z`,
    status: 'pending',
    ...change,
  })

/** As the server has it: newest first. */
const COPY = ['30', '20', '10'].map((id) => listing(id))
const idsOf = (rows: readonly Listing[]) => rows.map(({ id }) => id)

describe('changes put into a copy', () => {
  test('replace rows in their places, and the others stay the same objects', () => {
    const changed = listing('20', { version: 2, status: 'approved' })
    const rows = applyListingDelta(COPY, { rows: [changed], removed: [] })
    expect(rows.map((row, place) => row === COPY[place])).toEqual([true, false, true])
    expect(rows[1]).toBe(changed)
  })

  test('take out what is gone, and do not mind what was never there', () => {
    const rows = applyListingDelta(COPY, { rows: [], removed: ['20', '99'] })
    expect(rows).toEqual([COPY[0], COPY[2]])
  })

  test('put new rows where the server has them, by time and then by id', () => {
    const sameDay = listing('205', { createdAt: '2025-06-20T00:00:00.000Z' })
    const added = [listing('25'), listing('31'), sameDay, listing('05')]
    const rows = applyListingDelta(COPY, { rows: added, removed: [] })
    expect(idsOf(rows)).toEqual(['31', '30', '25', '205', '20', '10', '05'])
  })

  test('fill an empty copy', () => {
    expect(applyListingDelta([], { rows: COPY.toReversed(), removed: [] })).toEqual(COPY)
  })

  test('move a row that was posted at another time', () => {
    const moved = listing('20', { version: 2, createdAt: '2025-06-01T00:00:00.000Z' })
    const rows = applyListingDelta(COPY, { rows: [moved], removed: [] })
    expect(idsOf(rows)).toEqual(['30', '10', '20'])
  })

  test('that come late do not put an older row over a newer one', () => {
    const newer = COPY.with(1, listing('20', { version: 5, status: 'approved' }))
    const late = { rows: [listing('20', { version: 4, status: 'rejected' })], removed: [] }
    expect(applyListingDelta(newer, late)).toBe(newer)
  })

  test('do not bring back what they say is gone', () => {
    const rows = applyListingDelta(COPY, { rows: [listing('20', { version: 2 })], removed: ['20'] })
    expect(idsOf(rows)).toEqual(['30', '10'])
  })

  test.each([
    ['nothing', { rows: [], removed: [] }],
    ['rows that the copy has already', { rows: [listing('20')], removed: [] }],
  ])('of %s leave the very same list', (_what, delta) => {
    expect(applyListingDelta(COPY, delta)).toBe(COPY)
  })

  test('put in twice are the same as once', () => {
    const delta = { rows: [listing('25'), listing('10', { version: 2 })], removed: ['30'] }
    const once = applyListingDelta(COPY, delta)
    expect(applyListingDelta(once, delta)).toBe(once)
  })
})

test('a whole list keeps the rows of the copy that say the same, wherever they stand now', () => {
  const read = [listing('31'), listing('30'), listing('20', { status: 'approved' }), listing('10')]
  const rows = shareListings(COPY, read)
  expect(rows).toEqual(read)
  expect(rows.map((row) => COPY.includes(row))).toEqual([false, true, false, true])
  expect(shareListings(COPY, structuredClone(COPY))).toBe(COPY)
})

test('a whole list may go back to older versions: a server put back from a backup has no others', () => {
  const newer = [listing('20', { version: 5, status: 'approved' })]
  const read = [listing('20', { version: 2 })]
  expect(shareListings(newer, read)).toEqual(read)
})
