import { listLoans } from '#src/api/sections/loans-api.ts'
import type { Loan } from '#src/domain/loan.ts'
import { LOANS_READ } from '#src/query-cache/saved-read-key.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'

export function useLoans() {
  return useSavedRead({ name: LOANS_READ, read: listLoans })
}

/** A loan with its key in the list and in the URL. */
export type KeyedLoan = Loan & { key: string }

/** The key of a loan is its id, or its position in the list on a bare backend, which sends no ids. */
export function keyLoans(loans: readonly Loan[]): KeyedLoan[] {
  return loans.map((loan, place) => ({ ...loan, key: loan.id ?? `place-${place + 1}` }))
}
