import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { countBeyond, findBeyond } from '#src/features/listings/share/beyond-device.ts'
import { cutAtLast } from '#src/features/listings/share/use-share.ts'

const rowOf = (id: string, fields: object = {}) => v.parse(ListingSchema, { _id: id, ...fields })
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id))
const idsOf = (sent: string[], isComplete: boolean) =>
  cutAtLast(ROWS, {
    query: '',
    rows: sent.map((id) => rowOf(id)),
    total: null,
    isComplete,
    more: () => undefined,
  })
    .map(({ id }) => id)
    .join('')

test('a list of device and server ends at the last listing that the server sent, until it sent all', () => {
  expect(idsOf(['b', 'c'], false)).toBe('abc')
  expect(idsOf(['b', 'c'], true)).toBe('abcde')
  // A listing that no longer passes the filter is not in the list.
  expect(idsOf(['b', 'gone'], false)).toBe('ab')
  expect(idsOf([], false)).toBe('')
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
