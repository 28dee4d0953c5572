import * as v from 'valibot'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { readAllRows } from '#server/platform/database/page-reading.ts'
import { LOAN_EXPORT } from '#src/domain/export/exported-lists.ts'
import { type Loan, LoanSchema } from '#src/domain/loan.ts'
import { listLoanTexts } from '#src/domain/query/search-texts.ts'
import { chooseLoans, LOAN_PAGES, type LoanDeps, readLoans } from './loan-pages.ts'

export function makeLoanExport(deps: LoanDeps): ExportedList<Loan> {
  const { db } = deps
  return {
    table: LOAN_EXPORT,
    rules: LOAN_PAGES,
    permission: 'see-loans',
    details: 'see-loan-details',
    search: 'see-loan-details',
    textsOf: listLoanTexts,
    async *readRows(choice, { now, fields }) {
      const chosen = await chooseLoans(db, { ...choice, q: '' }, now)
      yield* readAllRows(db, chosen, async (positions) => {
        const rows = await readLoans(deps, positions, fields)
        return rows.map((row) => v.parse(LoanSchema, row))
      })
    },
  }
}
