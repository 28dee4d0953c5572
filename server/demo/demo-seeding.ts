import type { Insertable, Kysely } from 'kysely'
import { makePassword } from '#server/accounts/passwords/made-password.ts'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { addFirstListings } from '#server/listings/changes/first-listings-service.ts'
import { askForHints } from '#server/listings/changes/listing-hint-service.ts'
import type { PanCipher } from '#server/loans/pan-cipher.ts'
import type { PanDeps } from '#server/loans/pan-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { EventRow, Tables } from '#server/platform/database/schema.ts'
import {
  toLoanWords,
  toMemberWords,
  type WordsTable,
} from '#server/platform/database/search-words.ts'
import { userKeys } from '#server/platform/database/sort-keys.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { type DemoData, makeDemoData } from './demo-data.ts'
import { makeDemoGrievances } from './demo-grievances.ts'
import { DEMO_USER_EMAIL } from './demo-members.ts'
import { playOwners } from './demo-owners-service.ts'

const ROWS_AT_ONCE = 200 // with 21 columns each, below SQLite's limit of 32,766 parameters

/** Whether there is no marketplace data, not even of a deleted listing. Accounts of the team do not count. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const member = db.selectFrom('users').select('id').where('role', '=', 'user')
  const rows = await Promise.all([
    member.executeTakeFirst(),
    db.selectFrom('listings').select('id').executeTakeFirst(),
    db.selectFrom('listing_changes').select('n').executeTakeFirst(),
    db.selectFrom('transactions').select('id').executeTakeFirst(),
    db.selectFrom('loans').select('id').executeTakeFirst(),
  ])
  return rows.every((row) => row === undefined)
}

/** Credentials of the demo's end user; the password is stored only as a hash. */
export interface DemoSignIn {
  email: string
  newPassword: string
}

/**
 * Fills an empty database with the demo data and gives its end user a password. Returns null, and
 * adds nothing, if the database is not empty.
 */
export async function seedDemo(
  { db, write }: Pick<AppDeps, 'db' | 'write'>,
  { pans, appSecret, now, by }: DemoOrder,
): Promise<{ data: DemoData; demoUser: DemoSignIn } | null> {
  if (!(await isEmpty(db))) return null
  const data = makeDemoData(now)
  const newPassword = makePassword()
  const passwordHash = await hashPassword(newPassword)
  return write(async (trx) => {
    const revision = await bumpRevision(trx)
    // Check again: another process may have filled the database while this one waited for the lock.
    if (!(await isEmpty(trx))) return null
    await insertData(trx, data, { revision, pans, passwordHash })
    const ownerId = findDemoUserId(data)
    await askForHints(trx, now)
    await playOwners(trx, { ownerId, by, appSecret, now })
    await insertAll(trx, 'grievances', makeDemoGrievances(now, by.accountId))
    await appendAccountAuditEntry(trx, 'import', { ...by, now, detail: 'demonstration data' })
    return { data, demoUser: { email: DEMO_USER_EMAIL, newPassword } }
  })
}

interface DemoOrder extends Pick<AppDeps, 'appSecret'>, PanDeps {
  now: Date
  /** The account that fills the database. The audit log names it as the actor of the demo's decisions. */
  by: { accountId: string; deviceLabel: string }
}

/** Inserts all data in one transaction. */
export async function seed(
  db: Kysely<Tables>,
  data: DemoData,
  pans: PanCipher,
  passwordHash: string | null = null,
): Promise<void> {
  await makeWrite(db)(async (trx) => {
    const revision = await bumpRevision(trx)
    await insertData(trx, data, { revision, pans, passwordHash })
  })
}

async function insertData(
  trx: Kysely<Tables>,
  data: DemoData,
  { revision, pans, passwordHash }: DataOptions,
): Promise<void> {
  const users = data.users.map((user) =>
    toUser(user, user.email === DEMO_USER_EMAIL ? passwordHash : null),
  )
  await insertAll(
    trx,
    'users',
    users.map((user) => ({ ...user, ...userKeys(user) })),
  )
  const names = new Map(data.users.map(({ id, fullName }) => [id, fullName]))
  const contents = new Map(data.listings.map(({ id, content }) => [id, content]))
  const listings = data.listings.map((listing) => toListing(listing, revision))
  await addFirstListings(trx, listings, { names, contents })
  await insertAll(trx, 'transactions', data.transactions.map(toTransaction))
  const loans = data.loans.map((loan) => toLoan(loan, pans))
  await insertAll(trx, 'loans', loans)
  await insertAll(trx, 'events', data.events.map(toEvent))
  await insertWords(trx, data)
}

interface DataOptions {
  revision: number
  pans: PanCipher
  /** The hash of the demo user's password. */
  passwordHash: string | null
}

function findDemoUserId({ users }: DemoData): string {
  const user = users.find(({ email }) => email === DEMO_USER_EMAIL)
  if (!user) throw new Error('the demonstration has no end user')
  return user.id
}

async function insertWords(trx: Kysely<Tables>, data: DemoData): Promise<void> {
  const owners = new Map(data.users.map((user) => [user.id, user]))
  const members = data.users.map((user) => ({ id: user.id, text: toMemberWords(user) }))
  const loans = data.loans.map(({ id, userId }) => {
    const { fullName = null, phoneNumber = null } = owners.get(userId) ?? {}
    return { id, text: toLoanWords({ fullName, phoneNumber }) }
  })
  await insertAll(trx, 'member_words', members)
  await insertAll(trx, 'loan_words', loans)
}

async function insertAll<
  Table extends 'users' | 'transactions' | 'loans' | 'events' | 'grievances' | WordsTable,
>(trx: Kysely<Tables>, table: Table, rows: Insertable<Tables[Table]>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
}

function toUser(user: DemoData['users'][number], passwordHash: string | null): UserRow {
  return {
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    phone_number: user.phoneNumber,
    picture_url: user.pictureUrl,
    role: 'user',
    verified: user.verified ? 1 : 0,
    password_hash: passwordHash,
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
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

function toLoan(loan: DemoData['loans'][number], pans: PanCipher): Tables['loans'] {
  return {
    id: loan.id,
    user_id: loan.userId,
    occupation_type: loan.occupationType,
    income_paise: loan.incomePaise,
    pan_number: null,
    pan_sealed: loan.panNumber === null ? null : pans.seal(loan.id, loan.panNumber),
    created_at: loan.createdAt,
  }
}

function toEvent({ id, ownerId, createdAt, ...fields }: DemoData['events'][number]): EventRow {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  return {
    id,
    owner_id: ownerId,
    body: JSON.stringify(Object.fromEntries(given)),
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
  }
}
