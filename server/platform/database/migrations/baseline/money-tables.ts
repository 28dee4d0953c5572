import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Events, payments and loan enquiries. */
export const moneyTables = (text: TextType) => [
  sql`create table events (
    id ${text} primary key,
    owner_id ${text} not null,
    version integer not null check (version >= 1),
    created_at ${text} not null,
    updated_at ${text} not null,
    body ${text} not null
  )`,
  sql`create index events_owner on events (owner_id, created_at, id)`,
  sql`create table transactions (
    id ${text} primary key,
    user_id ${text} not null references users (id),
    plan_type ${text} not null,
    plan_category ${text} not null,
    amount_paise bigint not null check (amount_paise >= 0),
    refunded_paise bigint not null check (refunded_paise >= 0 and refunded_paise <= amount_paise),
    state ${text} not null check (state in ('captured', 'failed')),
    razorpay_payment_id ${text} not null unique,
    created_at ${text} not null
  )`,
  sql`create index transactions_newest on transactions (state, created_at)`,
  sql`create index transactions_user on transactions (user_id)`,
  sql`create table loans (
    id ${text} primary key,
    user_id ${text} not null references users (id),
    occupation_type ${text},
    income_paise bigint check (income_paise >= 0),
    pan_number ${text},
    created_at ${text} not null,
    pan_sealed ${text}
  )`,
  sql`create index loans_user on loans (user_id)`,
  sql`create index loans_newest on loans (created_at, id)`,
]
