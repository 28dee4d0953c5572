import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Listings, what their sellers wrote, their reasons and views. */
export const listingTables = (text: TextType) => [
  sql`create table listings (
    id ${text} primary key,
    owner_id ${text} not null references users (id),
    name ${text},
    property_type ${text} not null,
    sale_type ${text} not null,
    bhk ${text},
    city ${text} not null,
    pincode ${text} not null,
    furnishing ${text},
    price_paise bigint check (price_paise >= 0),
    rent_paise bigint check (rent_paise >= 0),
    status ${text} check (status in ('pending', 'approved', 'rejected')),
    video_url ${text},
    poster_url ${text},
    starting_bid_paise bigint check (starting_bid_paise >= 0),
    auction_ends_at ${text},
    boosted_until ${text},
    version integer not null check (version >= 1),
    revision bigint not null,
    created_at ${text} not null,
    updated_at ${text} not null
  )`,
  // A missing status counts as pending, in the queries of `listing-pages.ts` too.
  sql`create index listings_newest on listings (created_at, id)`,
  sql`create index listings_owner on listings (owner_id, created_at)`,
  sql`create index listings_boosted on listings (boosted_until)`,
  sql`create index listings_revision on listings (revision)`,
  sql`create index listings_kind_created_at on listings ((coalesce(status, 'pending')), sale_type, created_at, id)`,
  sql`create index listings_kind_price_paise on listings ((coalesce(status, 'pending')), sale_type, price_paise, id)`,
  sql`create index listings_kind_name on listings ((coalesce(status, 'pending')), sale_type, name, id)`,
  sql`create index listings_price on listings (price_paise, id)`,
  sql`create index listings_name on listings (name, id)`,
  sql`create index listings_decided on listings (status, updated_at, id)`,
  sql`create index listings_undecided on listings ((coalesce(status, 'pending')), created_at, id)`,
  sql`create index listings_market on listings (city, property_type, sale_type, status, created_at)`,
  sql`create table removed_listings (
    id ${text} primary key,
    revision bigint not null,
    removed_at ${text} not null
  )`,
  sql`create index removed_listings_revision on removed_listings (revision)`,
  sql`create index removed_listings_age on removed_listings (removed_at)`,
  sql`create table rejection_reasons (
    code ${text} primary key,
    label ${text} not null,
    sentence ${text} not null,
    field ${text},
    position integer not null,
    is_active integer not null check (is_active in (0, 1)),
    is_used integer not null check (is_used in (0, 1)),
    changes_needed integer not null default 0 check (changes_needed in (0, 1))
  )`,
  sql`create table rejection_rule (
    id integer primary key check (id = 1),
    is_reason_required integer not null check (is_reason_required in (0, 1))
  )`,
  sql`create table listing_reasons (
    listing_id ${text} primary key references listings (id) on delete cascade,
    change_key ${text} not null,
    code ${text} not null references rejection_reasons (code),
    note ${text} not null,
    changes_needed integer not null check (changes_needed in (0, 1)),
    given_at ${text} not null,
    sentence ${text} not null default ''
  )`,
  // Long texts come last, because SQLite reads through a long text to reach the columns after it.
  sql`create table postings (
    id ${text} primary key,
    owner_id ${text} not null references users (id),
    version integer not null check (version >= 1),
    seller_state ${text} not null check (seller_state in ('draft', 'posted', 'sold', 'withdrawn', 'expired')),
    created_at ${text} not null,
    updated_at ${text} not null,
    posted_at ${text},
    submitted_at ${text},
    resubmitted_at ${text},
    decided_at ${text},
    expires_at ${text},
    reminded_at ${text},
    held_version integer,
    held_boosted_until ${text},
    held_video_url ${text},
    held_poster_url ${text},
    body ${text} not null,
    submitted ${text},
    reviewed ${text},
    live ${text},
    place_key ${text}
  )`,
  sql`create index postings_owner on postings (owner_id, updated_at, id)`,
  sql`create index postings_resubmitted on postings (resubmitted_at, id)`,
  sql`create index postings_decided on postings (decided_at, submitted_at)`,
  sql`create index postings_ending on postings (seller_state, expires_at)`,
  sql`create index postings_untouched on postings (seller_state, updated_at)`,
  sql`create index postings_place on postings (place_key)`,
  // Without foreign keys: a listing may be in `listings` only or in `postings` only.
  sql`create table listing_viewers (
    listing_id ${text} not null,
    day integer not null,
    viewer ${text} not null,
    constraint listing_viewers_key primary key (listing_id, day, viewer)
  )`,
  sql`create index listing_viewers_day on listing_viewers (day, listing_id)`,
  sql`create table listing_views (
    listing_id ${text} not null,
    day integer not null,
    views integer not null,
    constraint listing_views_key primary key (listing_id, day)
  )`,
]
