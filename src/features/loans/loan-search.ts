import { displayId, findWords } from '#src/domain/text.ts'
import type { KeyedLoan } from './loans-queries.ts'

/** The applications whose name, phone number, occupation or ID has every word of the query, in the order given. */
export function filterLoans(loans: readonly KeyedLoan[], query: string): readonly KeyedLoan[] {
  return findWords(loans, query, ({ loan }) => [
    loan.applicantName,
    loan.phoneNumber,
    loan.phoneNumber?.replace(/[^\d+]/g, ''),
    loan.occupationType,
    loan.id,
    displayId(loan.id),
  ])
}
