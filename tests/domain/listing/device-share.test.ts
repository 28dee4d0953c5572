import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DEVICE_LISTINGS, isShareOutdated } from '#src/domain/listing/device-share.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'

const rowOf = (status: string) => v.parse(ListingSchema, { _id: '1', status })
const rows = (count: number, status = 'approved') => Array<Listing>(count).fill(rowOf(status))
const market = (pending: number, approved = 1_000_000) => [
  { status: 'pending' as const, tab: 'sell' as const, listings: pending },
  { status: 'approved' as const, tab: null, listings: approved },
]

test('a device holds 20,000 listings, and a quarter more before it reads its share anew', () => {
  expect(DEVICE_LISTINGS).toBe(20_000)
  expect(isShareOutdated(market(9), { rows: rows(25_000), partOf: market(9) })).toBe(false)
  expect(isShareOutdated(market(9), { rows: rows(25_001), partOf: market(9) })).toBe(true)
  // A whole list that grew becomes a share. A server without shares has only whole lists.
  expect(isShareOutdated(null, { rows: rows(25_001), partOf: market(9) })).toBe(true)
  expect(isShareOutdated(null, { rows: rows(25_001), partOf: null })).toBe(false)
})

test('a share is read anew when the server has no more than a device holds', () => {
  expect(isShareOutdated(market(9), { rows: rows(5), partOf: null })).toBe(true)
})

test('a share that had no space for all pending listings is read anew when it has', () => {
  const held = rows(10_000, 'pending')
  expect(isShareOutdated(market(20_001), { rows: held, partOf: market(20_001) })).toBe(false)
  expect(isShareOutdated(market(20_001), { rows: held, partOf: market(20_000) })).toBe(true)
  const half = rows(9_999, 'pending')
  expect(isShareOutdated(market(20_001), { rows: half, partOf: market(20_001) })).toBe(true)
  expect(isShareOutdated(market(20_000), { rows: half, partOf: market(20_000) })).toBe(false)
})
