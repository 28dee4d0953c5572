import { expect, test } from 'vitest'
import { findRange } from '#src/domain/byte-range.ts'

test.each([
  ['bytes=0-1', { first: 0, last: 1 }],
  ['bytes=40-59', { first: 40, last: 59 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-2', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['rows=0-1', null],
  [null, null],
])('for a file of 100 bytes and the Range header %s, findRange returns %j', (header, range) => {
  expect(findRange(header, 100)).toEqual(range)
})
