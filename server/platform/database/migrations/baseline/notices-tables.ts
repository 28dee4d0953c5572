import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Grievances, messages to people and other servers. */
export const noticeTables = (text: TextType) => [
  sql`create table grievances (
    id ${text} primary key,
    number ${text} not null unique,
    user_id ${text} references users (id),
    kind ${text} not null,
    listing ${text},
    name ${text} not null,
    email ${text},
    phone_number ${text},
    text ${text} not null,
    created_at ${text} not null,
    due_at ${text} not null,
    answer ${text},
    answered_at ${text},
    answered_by ${text} references users (id),
    constraint grievances_contact check (email is not null or phone_number is not null)
  )`,
  sql`create index grievances_newest on grievances (created_at, id)`,
  sql`create index grievances_user on grievances (user_id)`,
  sql`create index grievances_email on grievances (email)`,
  sql`create index grievances_answered on grievances (answered_at)`,
  // A message about a grievance has no listing, and its recipient may have no account.
  sql`create table messages (
    id ${text} primary key,
    user_id ${text} references users (id),
    listing_id ${text},
    change_key ${text},
    status ${text} not null check (status in ('approved', 'rejected', 'received', 'answered')),
    from_status ${text},
    title ${text},
    decided_at ${text} not null,
    due_at ${text} not null,
    left_at ${text},
    read_at ${text},
    reason_code ${text} references rejection_reasons (code),
    note ${text},
    changes_needed integer check (changes_needed in (0, 1)),
    grievance_id ${text} references grievances (id) on delete cascade,
    sentence ${text}
  )`,
  sql`create index messages_inbox on messages (user_id, left_at, id)`,
  sql`create index messages_due on messages (left_at, due_at)`,
  sql`create index messages_listing on messages (listing_id)`,
  sql`create index messages_grievance on messages (grievance_id)`,
  sql`create table push_subscriptions (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    session_hash ${text} not null unique references sessions (token_hash) on delete cascade,
    endpoint ${text} not null,
    p256dh ${text} not null,
    auth ${text} not null,
    created_at ${text} not null
  )`,
  sql`create index push_subscriptions_user on push_subscriptions (user_id)`,
  sql`create table push_keys (
    id integer primary key check (id = 1),
    public_key ${text} not null,
    sealed ${text} not null
  )`,
  sql`create table webhooks (
    id ${text} primary key,
    address ${text} not null,
    events ${text} not null,
    secret_sealed ${text} not null,
    old_secret_sealed ${text},
    state ${text} not null check (state in ('active', 'paused')),
    failures integer not null,
    created_by ${text} not null references users (id),
    created_at ${text} not null,
    paused_at ${text}
  )`,
]
