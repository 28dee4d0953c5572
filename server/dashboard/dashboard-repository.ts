import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

export function listLastPayments(db: Kysely<Tables>, most: number) {
  return db
    .selectFrom('transactions')
    .innerJoin('users', 'users.id', 'transactions.user_id')
    .select([
      'transactions.id',
      'users.full_name as payerName',
      'transactions.plan_type as plan',
      'transactions.plan_category as category',
      'transactions.amount_paise as amountPaise',
      'transactions.razorpay_payment_id as paymentId',
      'transactions.created_at as createdAt',
    ])
    .where('transactions.state', '=', 'captured')
    .orderBy('transactions.created_at', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(most)
    .execute()
}
