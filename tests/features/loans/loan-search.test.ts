import { expect, test } from 'vitest'
import type { Loan } from '#src/domain/loan.ts'
import { filterLoans, passLoans } from '#src/features/loans/loan-search.ts'
import { keyLoans } from '#src/features/loans/loans-queries.ts'

const LOAN: Loan = {
  id: '65f1c0ffee1234567890abcd',
  applicantId: null,
  applicantName: 'Asha Kulkarni',
  phoneNumber: '+91 98765 43210',
  pictureUrl: null,
  occupationType: 'Salaried',
  income: 50_000,
  panNumber: 'ABCPVXXXXK',
  createdAt: null,
}
const loans = keyLoans([LOAN, { ...LOAN, id: null, applicantName: null, occupationType: 'Farmer' }])

test.each([
  ['asha salaried', 1],
  ['9876543210', 2],
  ['90abcd', 1],
  ['farmer', 1],
  ['ABCPV', 0],
  ['  ', 2],
])('the search "%s" finds %i loan applications', (query, count) => {
  expect(filterLoans(loans, query)).toHaveLength(count)
})

test('conditions select applications; without any, the given list is returned', () => {
  const own = keyLoans([LOAN, { ...LOAN, applicantId: 'meera' }])
  expect(passLoans(own, [{ kind: 'text', name: 'user', values: ['meera'] }], 0)).toEqual([own[1]])
  expect(passLoans(own, [], 0)).toBe(own)
})
