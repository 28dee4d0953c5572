import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import { countBeyond, findBeyond } from '#src/features/listings/share/beyond-device.ts'
import { cutToPages } from '#src/features/listings/share/use-share.ts'

const rowOf = (id: string, fields: object = {}) => v.parse(ListingSchema, { _id: id, ...fields })
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id))
const read = () => undefined
const makePages = (rows: Listing[], isAtStart: boolean, isAtEnd: boolean, query = '') => ({
  query,
  rows,
  total: null,
  rowsBefore: 0,
  origin: 0,
  isComplete: isAtStart && isAtEnd,
  less: isAtStart ? null : read,
  more: isAtEnd ? null : read,
})
const namesOf = (rows: readonly Listing[], separator = '') =>
  rows.map(({ id }) => id).join(separator)
const idsOf = (sent: string[], isAtStart: boolean, isAtEnd: boolean) =>
  namesOf(
    cutToPages(
      ROWS,
      makePages(
        sent.map((id) => rowOf(id)),
        isAtStart,
        isAtEnd,
      ),
    ),
  )

test('a list of device and server has the listings between the first and the last one that the server sent', () => {
  expect(idsOf(['b', 'c'], true, false)).toBe('abc')
  expect(idsOf(['b', 'd'], false, false)).toBe('bcd')
  expect(idsOf(['b', 'c'], false, true)).toBe('bcde')
  expect(idsOf(['b', 'c'], true, true)).toBe('abcde')
  // A listing that no longer passes the filter is not in the list.
  expect(idsOf(['b', 'gone'], true, false)).toBe('ab')
  expect(idsOf(['gone', 'c'], false, true)).toBe('cde')
  expect(idsOf([], true, false)).toBe('')
  expect(idsOf(['gone'], false, true)).toBe('')
})

describe('a sent listing that was changed later', () => {
  const ofPrice = (id: string, price: number) => rowOf(id, { propertyPrice: price, version: 1 })
  const SENT = [ofPrice('s1', 900), ofPrice('s2', 800), ofPrice('s3', 700)]
  const [S1, , S3] = SENT as [Listing, Listing, Listing]
  const cut = (rows: Listing[], isAtStart: boolean, query = 'sort=-price') =>
    namesOf(cutToPages(rows, makePages(SENT, isAtStart, false, query)), ' ')

  test('takes no listings into the list by its new place, because between it and the others some are missing', () => {
    const low = rowOf('s2', { propertyPrice: 1, version: 2 })
    const [d1, d2, d3] = [ofPrice('d1', 750), ofPrice('d2', 600), ofPrice('d3', 500)]
    expect(cut([S1, d1, S3, d2, d3, low], true)).toBe('s1 d1 s3')
    const high = rowOf('s2', { propertyPrice: 9_000, version: 2 })
    expect(cut([high, ofPrice('d2', 5_000), S1, S3], false)).toBe('s1 s3')
  })

  test('stays the end of the list if its place is the same', () => {
    const decided = rowOf('s3', {
      propertyPrice: 700,
      version: 2,
      status: 'approved',
      propertyName: 'New',
    })
    expect(cut([S1, decided, ofPrice('d2', 600)], true)).toBe('s1 s3')
  })

  test.each([
    ['', { createdAt: '2020-01-01T00:00:00.000Z' }],
    ['status=pending', { createdAt: '2020-01-01T00:00:00.000Z' }],
    ['sort=name', { propertyName: 'Villa' }],
  ])('has another place in the order of "%s" by its own value', (query, change) => {
    const moved = rowOf('s2', { propertyPrice: 800, version: 2, ...change })
    expect(cut([S1, moved], true, query)).toBe('s1')
    expect(cut([S1, moved], true)).toBe('s1 s2')
  })
})

test('what the device does not have is counted by status and tab', () => {
  const partOf = [
    { status: 'pending' as const, tab: 'sell' as const, listings: 2 },
    { status: 'approved' as const, tab: 'sell' as const, listings: 70 },
    { status: 'approved' as const, tab: null, listings: 5 },
  ]
  const held = [
    rowOf('a', { status: 'pending', saleType: 'Sell' }),
    rowOf('b', { status: 'pending', saleType: 'Sell' }),
    rowOf('c', { status: 'approved', saleType: 'Other' }),
  ]
  const beyond = findBeyond(partOf, held)
  expect(countBeyond(beyond, 'all', [])).toBe(74)
  expect(countBeyond(beyond, 'sell', [])).toBe(70)
  expect(countBeyond(beyond, 'all', ['pending'])).toBe(0)
  expect(countBeyond(null, 'all', [])).toBe(0)
})
