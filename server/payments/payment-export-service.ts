import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { ExportedList } from '#server/accounts/export/list-export-service.ts'
import { readAllPages } from '#server/platform/database/pages/page-reading.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type Transaction, TransactionSchema } from '#src/domain/dashboard.ts'
import { PAYMENT_EXPORT } from '#src/domain/export/exported-lists.ts'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { listPaymentTexts } from '#src/domain/query/search-texts.ts'
import { choosePayments, listPaymentPage } from './payment-repository.ts'
import { countChosenPayments, PAYMENT_PAGES, toWirePayment } from './payment-service.ts'

export function makePaymentExport(db: Kysely<Tables>): ExportedList<Transaction> {
  return {
    name: 'payments',
    table: PAYMENT_EXPORT,
    rules: PAYMENT_PAGES,
    permission: 'see-payments',
    details: null,
    search: 'see-member-details',
    textsOf: listPaymentTexts,
    async count({ conditions }, now) {
      return countChosenPayments(db, await choosePayments(db, conditions, now), MOST_ROWS_AT_ONCE)
    },
    async *readRows({ conditions, order }, { now }) {
      const where = await choosePayments(db, conditions, now)
      yield* readAllPages(async (after, most) => {
        const found = await listPaymentPage(db, { q: '', order, after, where }, most)
        return {
          positions: found.map(({ id, createdAt }) => ({ id, key: createdAt })),
          rows: found.map((payment) => v.parse(TransactionSchema, toWirePayment(payment))),
        }
      })
    },
  }
}
