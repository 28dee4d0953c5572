import type { Kysely } from 'kysely'
import { getRevision, toRevisionToken } from '#server/platform/database/revision.ts'
import { listRevenue } from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import {
  MAX_COUNTED,
  type PageRequest,
  type PageRules,
} from '#server/platform/http/calls/page-request.ts'
import { tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { toRupees } from '#src/domain/money.ts'
import { PAYMENT_FIELDS } from '#src/domain/query/payment-fields.ts'
import {
  choosePayments,
  countPayments,
  listPaymentPage,
  listPaymentPositions,
  listPayments,
  type PaymentWhere,
} from './payment-repository.ts'
import type { PaymentWire } from './payment-wire.ts'

export const PAYMENT_PAGES: PageRules = {
  orders: { createdAt: { column: 'created_at', isNullable: false } },
  fields: PAYMENT_FIELDS,
}

export async function listLastPayments(db: Kysely<Tables>, most: number): Promise<PaymentWire[]> {
  return (await listPayments(db, { after: null, upTo: null }, most)).map(toWirePayment)
}

export async function makePaymentPage(db: Kysely<Tables>, request: PageRequest, now: Date) {
  const { limit, q, conditions } = request
  const where = await choosePayments(db, conditions, now)
  // One row more than the limit shows whether there is a next page.
  const found = await listPaymentPage(db, { ...request, where }, limit + 1)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const meta = {
    nextCursor: last ? request.makeCursor({ key: last.createdAt, id: last.id }) : null,
    total: q.trim() === '' ? await countChosenPayments(db, where) : null,
  }
  return { success: true, data: shown.map(toWirePayment), meta }
}

/** Null for more payments than are counted one by one, `most`. */
export async function countChosenPayments(
  db: Kysely<Tables>,
  where: PaymentWhere,
  most = MAX_COUNTED,
): Promise<number | null> {
  if (!where) return countPayments(db)
  const found = await countPayments(db, where, most + 1)
  return found > most ? null : found
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

export function toWirePayment(
  payment: Awaited<ReturnType<typeof listPayments>>[number],
): PaymentWire {
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
