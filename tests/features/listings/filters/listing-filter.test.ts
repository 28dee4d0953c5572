import { describe, expect, test } from 'vitest'
import type { Listing } from '#src/domain/listing/listing.ts'
import { readConditions } from '#src/domain/query/condition.ts'
import { filterRows } from '#src/domain/query/condition-rows.ts'
import { LISTING_FIELDS } from '#src/domain/query/listing-fields.ts'
import {
  countByStatus,
  countByTab,
  parseStatus,
  parseTab,
  searchListings,
} from '#src/features/listings/filters/listing-filter.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'

function find(listings: readonly Listing[], address: string) {
  const { conditions } = readConditions(new URLSearchParams(address), LISTING_FIELDS)
  return filterRows(listings, conditions, LISTING_FIELDS, 0)
}

const VILLA = sampleListing({
  id: '665f0b1ca1b2c3d4e5f6A7B1',
  name: 'Garden Villa',
  ownerId: 'asha',
  ownerName: 'Asha Kulkarni',
  ownerPhone: '+91 98200-11223',
  ownerEmail: 'asha@example.in',
  pincode: '411045',
})
const BLANK = sampleListing({
  id: 'blank',
  name: null,
  ownerId: null,
  ownerName: null,
  ownerPhone: null,
  ownerEmail: null,
  city: null,
  pincode: null,
})

describe('the search', () => {
  test.each([
    ['the name', 'villa'],
    ['the owner', 'kulkarni'],
    ["the owner's phone as it is written", '+91 98200-11223'],
    ["the owner's phone without spaces", '9820011223'],
    ["the owner's phone with the country's code", '+919820011223'],
    ["the owner's phone in other groups", '98 200 11223'],
    ["the owner's e-mail", 'ASHA@example'],
    ['the city', 'PUNE'],
    ['the pincode', '411045'],
    ['the shown id', 'F6A7B1'],
    ['the whole id', VILLA.id],
    ['words of several fields in any order', 'pune garden'],
    ['spaces only, which match every listing', '   '],
  ])('finds a listing by %s', (_by, text) => {
    expect(searchListings([VILLA], text)).toEqual([VILLA])
  })

  test('a search with a country code finds a phone number without one', () => {
    const listing = { ...VILLA, ownerPhone: '98200 11223' }
    expect(searchListings([listing], '+919820011223')).toEqual([listing])
  })

  test.each(['mumbai', 'garden mumbai', 'null'])(
    'does not find the listing by the text "%s"',
    (text) => {
      expect(searchListings([VILLA, BLANK], text)).toEqual([])
    },
  )
})

test('a listing of an unknown sale type is counted only in the tab All', () => {
  const listings = ['Sell', 'rent', 'PG', 'Auction', 'Lease'].map((saleType) => ({
    ...BLANK,
    saleType,
  }))
  expect(countByTab(listings)).toEqual({ all: 5, sell: 1, rent: 2, auction: 1 })
  expect(find(listings, 'tab=rent').map(({ saleType }) => saleType)).toEqual(['rent', 'PG'])
  expect(find(listings, '')).toBe(listings)
})

test('the filters select listings by status or owner; without a filter, they return the given list', () => {
  const listings = [VILLA, { ...BLANK, status: 'approved' as const }]
  expect(countByStatus(listings)).toEqual({ pending: 1, approved: 1, rejected: 0 })
  expect(find(listings, 'status=approved')).toEqual([listings[1]])
  expect(find(listings, 'user=asha')).toEqual([VILLA])
  expect(['rejected', 'sold', ''].map(parseStatus)).toEqual(['rejected', null, null])
})

test('an unknown tab in the URL means All', () => {
  expect(parseTab('rent')).toBe('rent')
  expect(parseTab('castles')).toBe('all')
})
