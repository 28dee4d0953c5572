import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/schema.ts'

/** Paise captured less paise given back, over all time. */
export async function getRevenuePaise(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('transactions')
    .select((eb) => eb.fn.sum<number | null>(net(eb)).as('paise'))
    .where('state', '=', 'captured')
    .executeTakeFirstOrThrow()
  return row.paise ?? 0
}

export async function countMembers(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('role', '=', 'user')
    .executeTakeFirstOrThrow()
  return row.total
}

/** Paise per plan and period, the periods given by their starts in rising order; what is older is left out. */
export async function listRevenueByPeriod(db: Kysely<Tables>, starts: readonly string[]) {
  const [oldest = ''] = starts
  return db
    .selectFrom('transactions')
    .select((eb) => [
      'plan_type as plan',
      periodOf(starts).as('period'),
      eb.fn.sum<number>(net(eb)).as('paise'),
    ])
    .where('state', '=', 'captured')
    .where('created_at', '>=', oldest)
    .groupBy(['plan', 'period'])
    .execute()
}

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

function net(eb: ExpressionBuilder<Tables, 'transactions'>) {
  return eb('amount_paise', '-', eb.ref('refunded_paise'))
}

// The index of the last start that is not later than the payment.
function periodOf(starts: readonly string[]) {
  const whens = starts.map(
    (start, index) => sql`when created_at >= ${start} then ${sql.lit(index)}`,
  )
  return sql<number>`case ${sql.join(whens.reverse(), sql` `)} end`
}
