import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/platform/database/column-types.ts'
import { makeFirstRecord } from '#server/platform/database/listing-record.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  GRAMS_OF,
  toListingWords,
  toLoanWords,
  toMemberWords,
  type WordsTable,
} from '#server/platform/database/search-words.ts'
import { listingKeys, userKeys } from '#server/platform/database/sort-keys.ts'
import { createRandom, type SeededRandom } from '#tools/faults/sim/seeded-random.ts'

// Generates data of any size in minutes. The same size and time give the same data. Names, cities and amounts are
// distributed as in a real marketplace: some words occur in every second row, most numbers in one row only.

export interface MarketSize {
  listings: number
  users: number
  transactions: number
  loans: number
}

const CHUNK = 5_000 // rows per statement
const DAY_MS = 86_400_000
const SPAN_DAYS = 730
const CITIES = listWords(
  'Pune Mumbai Bengaluru Hyderabad Chennai Jaipur Indore Kochi',
  'Lucknow Nagpur Surat Bhopal Patna Mysuru Nashik Guwahati',
)
const KINDS = listWords('Apartment Villa Plot Shop Office Bungalow Penthouse Warehouse')
const VIEWS = listWords('Lake Garden Hill River Palm Sunrise Royal Green Silver Maple Cedar Lotus')
const FIRST = listWords(
  'Asha Ravi Meera Imran Sunita Arjun Divya Karan',
  'Leela Nikhil Pooja Rahul Sana Vikram Zoya Harish',
)
const LAST = listWords(
  'Rao Sharma Iyer Khan Patel Nair Das Joshi',
  'Kulkarni Reddy Singh Mehta Pillai Bose Gill Fernandes',
)
const PLANS = ['BASIC', 'STANDARD', 'PREMIUM', '1 PROPERTY', '3 PROPERTY', 'UNLIMITED PROPERTY']

export const LISTING_ID = (number: number) => idOf('a', number)

/** Fills an empty, migrated database and leaves it like a database in use: checkpointed, and on PostgreSQL vacuumed. */
export async function fillMarket(db: Kysely<Tables>, size: MarketSize, now: Date): Promise<void> {
  if (!isPostgres(db)) await sql`pragma synchronous = off`.execute(db)
  await dropTrigrams(db)
  await insertMany(db, 'users', size.users, (number) => makeUser(number, now))
  await insertMany(db, 'listings', size.listings, (number) => makeListing(number, size, now))
  await insertMany(db, 'postings', size.listings, (number) =>
    makeFirstRecord(makeRow(number, size, now)),
  )
  await insertMany(db, 'transactions', size.transactions, (number) =>
    makePayment(number, size, now),
  )
  await insertMany(db, 'loans', size.loans, (number) => makeLoan(number, size, now))
  await insertMany(db, 'member_words', size.users, (number) => {
    const { id, full_name: fullName, email, phone_number: phoneNumber } = makeUser(number, now)
    return { id, text: toMemberWords({ fullName, email, phoneNumber }) }
  })
  await insertMany(db, 'listing_words', size.listings, (number) => {
    const listing = makeListing(number, size, now)
    const owner = makeUser(ownerOf(number, size), now)
    return { id: listing.id, text: toListingWords({ ...listing, ownerName: owner.full_name }) }
  })
  await insertMany(db, 'loan_words', size.loans, (number) => {
    const { full_name: fullName, phone_number: phoneNumber } = makeUser(ownerOf(number, size), now)
    return { id: idOf('c', number), text: toLoanWords({ fullName, phoneNumber }) }
  })
  await settle(db)
}

// Drops the search indexes: PostgreSQL builds them at the end much faster than it updates them with each row.
async function dropTrigrams(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) return
  for (const table of Object.keys(GRAMS_OF))
    await sql`drop index ${sql.id(`${table}_trigrams`)}`.execute(db)
}

async function settle(db: Kysely<Tables>): Promise<void> {
  const tables = Object.keys(GRAMS_OF) as WordsTable[]
  if (isPostgres(db)) {
    for (const table of tables)
      await sql`create index ${sql.id(`${table}_trigrams`)} on ${sql.table(table)}
        using gin (text gin_trgm_ops)`.execute(db)
    await sql`vacuum analyze`.execute(db)
    // Otherwise PostgreSQL is still writing a gigabyte to disk while the first calls are measured.
    await sql`checkpoint`.execute(db)
    return
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await sql`pragma synchronous = full`.execute(db)
}

async function insertMany<Row extends object>(
  db: Kysely<Tables>,
  table: keyof Tables,
  count: number,
  make: (number: number) => Row,
): Promise<void> {
  for (let start = 0; start < count; start += CHUNK) {
    const length = Math.min(CHUNK, count - start)
    const rows = Array.from({ length }, (_, index) => make(start + index))
    await insertJson(db, table, rows)
  }
}

/** Sends thousands of rows as one JSON parameter of one statement. Columns that the rows lack are null. */
async function insertJson(db: Kysely<Tables>, table: keyof Tables, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const json = JSON.stringify(rows)
  if (isPostgres(db)) {
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json})`.execute(db)
    return
  }
  const values = columns.map((column) => sql`value ->> ${sql.lit(column)}`)
  await sql`insert into ${sql.table(table)} (${names})
    select ${sql.join(values)} from json_each(${json})`.execute(db)
}

function makeUser(number: number, now: Date) {
  const random = randomOf(1, number)
  const fullName = `${random.pick(FIRST)} ${random.pick(LAST)}`
  const digits = String(6_000_000_000 + Math.floor(random.next() * 3_999_999_999))
  const full_name = random.next() < 0.01 ? null : fullName
  return {
    id: idOf('b', number),
    full_name,
    ...userKeys({ full_name }),
    email: `${fullName.toLowerCase().replace(' ', '.')}.${number}@example.in`,
    phone_number: `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
    role: 'user',
    verified: 1,
    has_short_password: 0,
    created_at: timeOf(random, now),
  }
}

function makeListing(number: number, size: MarketSize, now: Date) {
  const row = makeRow(number, size, now)
  return { ...row, ...listingKeys(row) }
}

function makeRow(number: number, size: MarketSize, now: Date): ListingRow {
  const random = randomOf(2, number)
  const saleType = pickBy(random, { Sell: 55, Rent: 30, PG: 12, Auction: 3 })
  const status = pickBy(random, { approved: 75, rejected: 14, pending: 10, none: 1 })
  const at = timeOf(random, now)
  const kind = random.pick(KINDS)
  return {
    id: LISTING_ID(number),
    owner_id: idOf('b', ownerOf(number, size)),
    name: random.next() < 0.01 ? null : `${random.pick(VIEWS)} ${kind} ${number}`,
    property_type: kind,
    sale_type: saleType,
    bhk: '2 BHK',
    city: random.pick(CITIES),
    pincode: String(110_001 + Math.floor(random.next() * 700_000)),
    price_paise: random.next() < 0.03 ? null : Math.floor(random.next() ** 3 * 50_000_000) * 100,
    status: status === 'none' ? null : status,
    boosted_until:
      random.next() < 0.1
        ? new Date(now.getTime() + (random.next() - 0.5) * 60 * DAY_MS).toISOString()
        : null,
    furnishing: null,
    rent_paise: null,
    video_url: null,
    poster_url: null,
    starting_bid_paise: null,
    auction_ends_at: null,
    version: 1,
    revision: 0,
    created_at: at,
    updated_at: at,
  }
}

function makePayment(number: number, size: MarketSize, now: Date) {
  const random = randomOf(3, number)
  return {
    id: idOf('d', number),
    user_id: idOf('b', ownerOf(number, size)),
    plan_type: random.pick(PLANS),
    plan_category: 'Boast',
    amount_paise: random.pick([49_900, 99_900, 199_900]),
    refunded_paise: random.next() < 0.02 ? 10_000 : 0,
    state: random.next() < 0.05 ? 'failed' : 'captured',
    razorpay_payment_id: `pay_${String(number).padStart(14, '0')}`,
    created_at: timeOf(random, now),
  }
}

function makeLoan(number: number, size: MarketSize, now: Date) {
  const random = randomOf(4, number)
  return {
    id: idOf('c', number),
    user_id: idOf('b', ownerOf(number, size)),
    occupation_type: random.pick(['Salaried', 'Self-employed', 'Business']),
    income_paise: Math.floor(random.next() * 300_000) * 100,
    created_at: timeOf(random, now),
  }
}

function listWords(...lines: string[]): string[] {
  return lines.join(' ').split(' ')
}

function ownerOf(number: number, { users }: MarketSize): number {
  return randomOf(5, number).int(users)
}

function randomOf(kind: number, number: number): SeededRandom {
  return createRandom(kind * 100_000_007 + number)
}

function timeOf(random: SeededRandom, now: Date): string {
  return new Date(now.getTime() - Math.floor(random.next() * SPAN_DAYS * DAY_MS)).toISOString()
}

function pickBy<Word extends string>(random: SeededRandom, weights: Record<Word, number>): Word {
  let left = random.next() * 100
  // The cast is safe: the keys of `weights` are the words. The weights are integers that sum to 100.
  const words = Object.keys(weights) as Word[]
  const found = words.find((word) => {
    left -= weights[word]
    return left < 0
  })
  return found ?? random.pick(words)
}

function idOf(letter: string, number: number): string {
  return letter + number.toString(16).padStart(23, '0')
}
