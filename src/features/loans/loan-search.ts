import { phoneTexts } from '#src/domain/account/phone-number.ts'
import { displayId, findWords } from '#src/domain/text.ts'
import type { KeyedLoan } from './loans-queries.ts'

/** The loans of one user; all loans if no user is given. */
export function filterByApplicant(
  loans: readonly KeyedLoan[],
  userId: string,
): readonly KeyedLoan[] {
  return userId ? loans.filter(({ loan }) => loan.applicantId === userId) : loans
}

/** The applications that have every word of the query in the name, phone number, occupation or ID. Keeps the order. */
export function filterLoans(loans: readonly KeyedLoan[], query: string): readonly KeyedLoan[] {
  return findWords(loans, query, ({ loan }) => [
    loan.applicantName,
    ...phoneTexts(loan.phoneNumber),
    loan.occupationType,
    loan.id,
    displayId(loan.id),
  ])
}
