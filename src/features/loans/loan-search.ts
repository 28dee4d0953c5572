import { type Condition, filterRows } from '#src/domain/query/condition.ts'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import { listLoanTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'
import type { KeyedLoan } from './loans-queries.ts'

/** The applications that pass all conditions; the same list without conditions. */
export function passLoans(
  loans: readonly KeyedLoan[],
  conditions: readonly Condition[],
  nowMs: number,
): readonly KeyedLoan[] {
  if (conditions.length === 0) return loans
  const rows = loans.map(({ loan }) => loan)
  const passing = new Set(filterRows(rows, conditions, LOAN_FIELDS, nowMs))
  return loans.filter(({ loan }) => passing.has(loan))
}

/** The applications that have every word of the query in the name, phone number, occupation or ID. Keeps the order. */
export function filterLoans(loans: readonly KeyedLoan[], query: string): readonly KeyedLoan[] {
  return findWords(loans, query, ({ loan }) => listLoanTexts(loan))
}
