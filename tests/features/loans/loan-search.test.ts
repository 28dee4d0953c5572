import { expect, test } from 'vitest'
import type { Loan } from '#src/domain/loan.ts'
import { listLoanTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'

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
const loans = [LOAN, { ...LOAN, id: null, applicantName: null, occupationType: 'Farmer' }]

test.each([
  ['asha salaried', 1],
  ['9876543210', 2],
  ['90abcd', 1],
  ['farmer', 1],
  ['ABCPV', 0],
  ['  ', 2],
])('the search "%s" finds %i loan applications', (query, count) => {
  expect(findWords(loans, query, listLoanTexts)).toHaveLength(count)
})
