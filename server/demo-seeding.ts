import type { Insertable, Kysely } from 'kysely'
import { bumpRevision } from './database/revision.ts'
import type { ListingRow, Tables } from './database/schema.ts'
import type { DemoData } from './demo/demo-data.ts'

const ROWS_AT_ONCE = 200 // 21 columns each stay below SQLite's 32,766 parameters

/** Whether nothing of the marketplace has ever been here; the operator's account does not count. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const member = db.selectFrom('users').select('id').where('role', '=', 'user')
  const rows = await Promise.all([
    member.executeTakeFirst(),
    db.selectFrom('listings').select('id').executeTakeFirst(),
    db.selectFrom('removed_listings').select('id').executeTakeFirst(),
    db.selectFrom('transactions').select('id').executeTakeFirst(),
    db.selectFrom('loans').select('id').executeTakeFirst(),
  ])
  return rows.every((row) => row === undefined)
}

/** Inserts the data in one transaction: all of it or, when anything is wrong with it, nothing. */
export async function seed(db: Kysely<Tables>, data: DemoData): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const revision = await bumpRevision(trx)
    await insertAll(trx, 'users', data.users.map(toUser))
    const listings = data.listings.map((listing) => toListing(listing, revision))
    await insertAll(trx, 'listings', listings)
    await insertAll(trx, 'transactions', data.transactions.map(toTransaction))
    await insertAll(trx, 'loans', data.loans.map(toLoan))
  })
}

async function insertAll<Table extends 'users' | 'listings' | 'transactions' | 'loans'>(
  trx: Kysely<Tables>,
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
}

function toUser(user: DemoData['users'][number]): Tables['users'] {
  return {
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    phone_number: user.phoneNumber,
    picture_url: user.pictureUrl,
    role: 'user',
    verified: user.verified ? 1 : 0,
    password_hash: null,
    has_short_password: 0,
    created_at: user.createdAt,
  }
}

function toListing(listing: DemoData['listings'][number], revision: number): ListingRow {
  return {
    id: listing.id,
    owner_id: listing.ownerId,
    name: listing.name,
    property_type: listing.propertyType,
    sale_type: listing.saleType,
    bhk: listing.bhk,
    city: listing.city,
    pincode: listing.pincode,
    furnishing: listing.furnishing,
    price_paise: listing.pricePaise,
    rent_paise: listing.rentPaise,
    status: listing.status,
    video_url: listing.videoUrl,
    poster_url: listing.posterUrl,
    starting_bid_paise: listing.startingBidPaise,
    auction_ends_at: listing.auctionEndsAt,
    boosted_until: listing.boostedUntil,
    version: 1,
    revision,
    created_at: listing.createdAt,
    updated_at: listing.updatedAt,
  }
}

function toTransaction(payment: DemoData['transactions'][number]): Tables['transactions'] {
  return {
    id: payment.id,
    user_id: payment.userId,
    plan_type: payment.planType,
    plan_category: payment.planCategory,
    amount_paise: payment.amountPaise,
    refunded_paise: payment.refundedPaise,
    state: payment.state,
    razorpay_payment_id: payment.razorpayPaymentId,
    created_at: payment.createdAt,
  }
}

function toLoan(loan: DemoData['loans'][number]): Tables['loans'] {
  return {
    id: loan.id,
    user_id: loan.userId,
    occupation_type: loan.occupationType,
    income_paise: loan.incomePaise,
    pan_number: loan.panNumber,
    created_at: loan.createdAt,
  }
}
