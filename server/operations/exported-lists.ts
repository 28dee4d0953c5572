import type { ExportedLists } from '#server/accounts/export/export-job-run-service.ts'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { makeMemberExport } from '#server/accounts/members/member-export-service.ts'
import { makeListingExport } from '#server/listings/list/listing-export-service.ts'
import { type LoanExportDeps, makeLoanExport } from '#server/loans/loan-export-service.ts'
import { makePaymentExport } from '#server/payments/payment-export-service.ts'

export type ExportedListDeps = LoanExportDeps

/** Every list that can be exported. */
export function makeExportedLists(deps: ExportedListDeps): ExportedLists {
  const { db } = deps
  return {
    properties: untyped(makeListingExport(db)),
    users: untyped(makeMemberExport(db)),
    loans: untyped(makeLoanExport(deps)),
    payments: untyped(makePaymentExport(db)),
  }
}

/** The cast is safe: a list is given back only the rows that it has read. */
function untyped<Row>(list: ExportedList<Row>): ExportedList<unknown> {
  return list as unknown as ExportedList<unknown>
}
