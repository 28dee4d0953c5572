import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import {
  OWN_ID,
  ofUser,
  type PersonalTables,
  SUMS,
} from '#server/platform/personal-tables/personal-table.ts'
import { movePayments } from './payment-repository.ts'

export const PAYMENT_TABLES = {
  transactions: {
    // Remain under a random id.
    erased: null,
    file: 'payments.json',
    says: 'Your payments.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      plan_type: 'planType',
      plan_category: 'planCategory',
      amount_paise: 'amountPaise',
      refunded_paise: 'refundedPaise',
      state: 'state',
      razorpay_payment_id: 'razorpayPaymentId',
      created_at: 'createdAt',
    },
  },
  revenue_months: SUMS,
} satisfies Partial<PersonalTables>

export const erasePayments: Eraser = async (trx, { account, getSubstituteId }) => {
  await movePayments(trx, account.id, getSubstituteId)
  return []
}
