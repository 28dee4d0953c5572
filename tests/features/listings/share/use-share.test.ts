import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { countBeyond, findBeyond } from '#src/features/listings/share/beyond-device.ts'
import { cutToPages } from '#src/features/listings/share/use-share.ts'

const rowOf = (id: string, fields: object = {}) => v.parse(ListingSchema, { _id: id, ...fields })
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id))
const read = () => undefined
const idsOf = (sent: string[], isAtStart: boolean, isAtEnd: boolean) =>
  cutToPages(ROWS, {
    query: '',
    rows: sent.map((id) => rowOf(id)),
    total: null,
    rowsBefore: 0,
    origin: 0,
    isComplete: isAtStart && isAtEnd,
    less: isAtStart ? null : read,
    more: isAtEnd ? null : read,
  })
    .map(({ id }) => id)
    .join('')

test('a list of device and server has the listings between the first and the last one that the server sent', () => {
  expect(idsOf(['b', 'c'], true, false)).toBe('abc')
  expect(idsOf(['b', 'd'], false, false)).toBe('bcd')
  expect(idsOf(['b', 'c'], false, true)).toBe('bcde')
  expect(idsOf(['b', 'c'], true, true)).toBe('abcde')
  // A listing that no longer passes the filter is not in the list.
  expect(idsOf(['b', 'gone'], true, false)).toBe('ab')
  expect(idsOf(['gone', 'c'], false, true)).toBe('cde')
  expect(idsOf([], true, false)).toBe('')
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
