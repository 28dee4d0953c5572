import * as v from 'valibot'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { readAllRows } from '#server/platform/database/pages/page-reading.ts'
import { LOAN_EXPORT } from '#src/domain/export/exported-lists.ts'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { type Loan, LoanSchema } from '#src/domain/loan.ts'
import { listLoanTexts } from '#src/domain/query/search-texts.ts'
import {
  chooseLoans,
  countChosenLoans,
  LOAN_PAGES,
  type LoanDeps,
  readLoans,
} from './loan-pages.ts'

export type LoanExportDeps = LoanDeps

export function makeLoanExport(deps: LoanExportDeps): ExportedList<Loan> {
  const { db } = deps
  return {
    name: 'loans',
    table: LOAN_EXPORT,
    rules: LOAN_PAGES,
    permission: 'see-loans',
    details: 'see-loan-details',
    search: 'see-loan-details',
    textsOf: listLoanTexts,
    async count(choice, now) {
      return countChosenLoans(
        db,
        await chooseLoans(db, { ...choice, q: '' }, now),
        MOST_ROWS_AT_ONCE,
      )
    },
    async *readRows(choice, { now, fields }) {
      const chosen = await chooseLoans(db, { ...choice, q: '' }, now)
      yield* readAllRows(db, chosen, async (positions) => {
        const rows = await readLoans(deps, positions, fields)
        return rows.map((row) => v.parse(LoanSchema, row))
      })
    },
  }
}
