import type { Kysely } from 'kysely'
import { inOrder } from '#server/platform/database/pages/page-query.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// The sale types of each count. PG counts as rent: the specification, section 3, has no count for it.
const COUNTED_AS = { sell: ['Sell'], rent: ['Rent', 'PG'], auction: ['Auction'] }
export const COUNTED_SALE_TYPES = Object.values(COUNTED_AS).flat()

/**
 * The members with these ids, in the same order, with their listings, current boosts and spending.
 * Unknown ids are skipped.
 */
export async function getMembers(db: Kysely<Tables>, ids: readonly string[], now: string) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .leftJoin(postedBy(db, ids, now).as('posted'), 'posted.owner_id', 'users.id')
    .leftJoin(spentBy(db, ids).as('spent'), 'spent.user_id', 'users.id')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'users.id')
    .select([
      'users.id',
      'users.full_name as fullName',
      'users.picture_url as pictureUrl',
      'users.created_at as createdAt',
      'users.phone_number as phoneNumber',
      'users.email',
      'users.verified',
      'account_deletions.due_at as deletionDueAt',
      'posted.sell',
      'posted.rent',
      'posted.auction',
      'posted.boosted',
      'spent.paise as spentPaise',
    ])
    .where('users.id', 'in', ids)
    .execute()
  return inOrder(rows, ids)
}

/** The latest end of an expired boost; null for none. */
export async function findLastBoostEnd(db: Kysely<Tables>, now: string): Promise<string | null> {
  const row = await db
    .selectFrom('listings')
    .select('boosted_until')
    .where('boosted_until', '<=', now)
    .orderBy('boosted_until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.boosted_until ?? null
}

export function findMember(db: Kysely<Tables>, id: string) {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db
    .selectFrom('users')
    .select(['id', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('role', '=', 'user')
    .where('is_erased', '=', 0)
    .executeTakeFirst()
}

export function listPostedBy(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('listings')
    .select(['name', 'sale_type as saleType', 'created_at as createdAt'])
    .where('owner_id', '=', userId)
    .execute()
}

export function listPaymentsOf(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('transactions')
    .select([
      'plan_type as plan',
      'amount_paise as amountPaise',
      'refunded_paise as refundedPaise',
      'state',
      'created_at as createdAt',
    ])
    .where('user_id', '=', userId)
    .execute()
}

export function listLoansOf(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('loans')
    .select(['occupation_type as occupationType', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .execute()
}

function postedBy(db: Kysely<Tables>, owners: readonly string[], now: string) {
  return db
    .selectFrom('listings')
    .select((eb) => {
      const count = (saleTypes: string[]) =>
        eb.fn.sum<number>(eb.case().when('sale_type', 'in', saleTypes).then(1).else(0).end())
      return [
        'owner_id',
        count(COUNTED_AS.sell).as('sell'),
        count(COUNTED_AS.rent).as('rent'),
        count(COUNTED_AS.auction).as('auction'),
        eb.fn
          .sum<number>(eb.case().when('boosted_until', '>', now).then(1).else(0).end())
          .as('boosted'),
      ]
    })
    .where('owner_id', 'in', owners)
    .groupBy('owner_id')
}

// No `where` on the state: SQLite would use the index that starts with the state and read nearly
// all payments.
function spentBy(db: Kysely<Tables>, payers: readonly string[]) {
  return db
    .selectFrom('transactions')
    .select((eb) => [
      'user_id',
      eb.fn
        .sum<number>(
          eb
            .case()
            .when('state', '=', 'captured')
            .then(eb('amount_paise', '-', eb.ref('refunded_paise')))
            .else(0)
            .end(),
        )
        .as('paise'),
    ])
    .where('user_id', 'in', payers)
    .groupBy('user_id')
}
