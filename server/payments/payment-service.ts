import type { Kysely } from 'kysely'
import { getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import { listRevenue } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { toRupees } from '#server/platform/http/calls/money-on-wire.ts'
import type { PageRequest, PageRules } from '#server/platform/http/calls/page-request.ts'
import { tagOf } from '#server/platform/http/files/tagged-answer.ts'
import {
  countPayments,
  listPaymentPage,
  listPaymentPositions,
  listPayments,
} from './payment-repository.ts'
import type { PaymentWire } from './payment-wire.ts'

export const PAYMENT_PAGES: PageRules = {
  orders: { createdAt: { column: 'created_at', isNullable: false } },
  filters: {},
}

export async function listLastPayments(db: Kysely<Tables>, most: number): Promise<PaymentWire[]> {
  return (await listPayments(db, { after: null, upTo: null }, most)).map(toWirePayment)
}

export async function makePaymentPage(db: Kysely<Tables>, request: PageRequest) {
  const { limit, q } = request
  // One row more than the limit shows whether there is a next page.
  const found = await listPaymentPage(db, request, limit + 1)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const meta = {
    nextCursor: last ? request.makeCursor({ key: last.createdAt, id: last.id }) : null,
    total: q.trim() === '' ? await countPayments(db) : null,
  }
  return { success: true, data: shown.map(toWirePayment), meta }
}

/** The whole list, newest first. */
export function makePaymentSource(db: Kysely<Tables>): ListSource {
  return {
    key: 'payments',
    async readState() {
      // A payment does not change the revision, but the revenue of its month, so the ETag depends on both.
      const paid = (await listRevenue(db)).map(({ paise }) => paise)
      const etag = tagOf(JSON.stringify([toRevisionToken(await getRevision(db), 'all'), paid]))
      return { etag, meta: null }
    },
    listPositions: (range, most) => listPaymentPositions(db, range, most),
    readRows: async (range) => (await listPayments(db, range)).map(toWirePayment),
  }
}

function toWirePayment(payment: Awaited<ReturnType<typeof listPayments>>[number]): PaymentWire {
  return {
    _id: payment.id,
    id: payment.id,
    user: { id: payment.payerId, name: payment.payerName },
    planType: payment.plan,
    planCategory: payment.category,
    amount: toRupees(payment.amountPaise),
    razorpayPaymentId: payment.paymentId,
    createdAt: payment.createdAt,
  }
}
