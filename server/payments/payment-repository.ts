import { type Kysely, sql } from 'kysely'
import { type SqlFields, toWhere } from '#server/platform/database/condition-sql.ts'
import { inNewestRange, type PositionRange } from '#server/platform/database/pages/newest-query.ts'
import type { RowPosition } from '#server/platform/database/pages/page-query.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { readPatterns, readSample, selectFound } from '#server/platform/database/search-words.ts'
import type { PageRequest } from '#server/platform/http/calls/page-request.ts'
import type { Condition } from '#src/domain/query/condition.ts'

/** The captured payments between two positions of the list, newest first; at most `most`, if given. */
export function listPayments(db: Kysely<Tables>, range: PositionRange, most?: number) {
  const query = capturedPayments(db, 'desc').where(inNewestRange(range, 'transactions'))
  return (most === undefined ? query : query.limit(most)).execute()
}

/** The sort keys of the payments that `listPayments` returns. */
export function listPaymentPositions(
  db: Kysely<Tables>,
  range: PositionRange,
  most: number,
): Promise<RowPosition[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'created_at as key'])
    .where('state', '=', 'captured')
    .where(inNewestRange(range, 'transactions'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/**
 * One page of captured payments. `q` finds the payments of people whose name, phone or e-mail has
 * all its words, and the payment whose payment id is exactly `q`.
 */
export async function listPaymentPage(
  db: Kysely<Tables>,
  { q, after, order, where }: Pick<PageRequest, 'q' | 'after' | 'order'> & { where: PaymentWhere },
  most: number,
) {
  const { direction } = order
  let query = capturedPayments(db, direction).limit(most)
  if (where) query = query.where(where)
  if (after) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    query = query.where(
      sql<boolean>`(transactions.created_at, transactions.id) ${beyond} (${after.key}, ${after.id})`,
    )
  }
  const patterns = readPatterns(q)
  if (patterns.length === 0) return query.execute()
  const sample = await readSample(db, 'member_words')
  const payers = selectFound(db, 'member_words', patterns, sample)
  return query
    .where(
      sql<boolean>`(transactions.user_id in (select id from (${payers}) as payers)
        or transactions.razorpay_payment_id = ${q.trim()})`,
    )
    .execute()
}

export type PaymentWhere = Awaited<ReturnType<typeof toWhere>>

/** The condition of `listPaymentPage` and `countPayments` that all these conditions hold. */
export function choosePayments(
  db: Kysely<Tables>,
  conditions: readonly Condition[],
  now: Date,
): Promise<PaymentWhere> {
  return toWhere(db, conditions, { fields: PAYMENT_SQL, now })
}

/** The fields of `PAYMENT_FIELDS` in the table of payments. */
const PAYMENT_SQL: SqlFields = {
  user: { kind: 'ids', column: sql`transactions.user_id` },
  plan: { kind: 'words', table: 'transactions', column: 'plan_type' },
  category: { kind: 'words', table: 'transactions', column: 'plan_category' },
  amount: { kind: 'amount', paise: sql`transactions.amount_paise` },
  date: { kind: 'days', at: sql`transactions.created_at` },
}

/** How many captured payments meet the condition, at most `most`. */
export async function countPayments(
  db: Kysely<Tables>,
  where: PaymentWhere = null,
  most?: number,
): Promise<number> {
  const captured = db.selectFrom('transactions').select('id').where('state', '=', 'captured')
  const chosen = where ? captured.where(where) : captured
  const { payments } = await db
    .selectFrom((most === undefined ? chosen : chosen.limit(most)).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('payments'))
    .executeTakeFirstOrThrow()
  return Number(payments)
}

function capturedPayments(db: Kysely<Tables>, direction: 'asc' | 'desc') {
  return db
    .selectFrom('transactions')
    .innerJoin('users', 'users.id', 'transactions.user_id')
    .select([
      'transactions.id',
      'transactions.user_id as payerId',
      'users.full_name as payerName',
      'transactions.plan_type as plan',
      'transactions.plan_category as category',
      'transactions.amount_paise as amountPaise',
      'transactions.razorpay_payment_id as paymentId',
      'transactions.created_at as createdAt',
    ])
    .where('transactions.state', '=', 'captured')
    .orderBy('transactions.created_at', direction)
    .orderBy('transactions.id', direction)
}

/** Gives a person's payments another owner. `getId` is called only if there are any. */
export async function movePayments(
  trx: Kysely<Tables>,
  userId: string,
  getId: () => Promise<string>,
): Promise<void> {
  const payments = trx.selectFrom('transactions').select('id').where('user_id', '=', userId)
  if (!(await payments.limit(1).executeTakeFirst())) return
  await trx
    .updateTable('transactions')
    .set({ user_id: await getId() })
    .where('user_id', '=', userId)
    .execute()
}
