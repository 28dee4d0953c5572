import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Accounts, their sessions and one-time secrets, and counted attempts. */
export const accountTables = (text: TextType) => [
  // An e-mail address may have one account of each role.
  sql`create table users (
    id ${text} primary key,
    full_name ${text},
    email ${text} not null,
    phone_number ${text},
    picture_url ${text},
    role ${text} not null check (role in ('user', 'admin')),
    verified integer not null check (verified in (0, 1)),
    password_hash ${text},
    has_short_password integer not null default 0,
    created_at ${text} not null,
    adult_stated_at ${text},
    consent_policy ${text},
    is_erased integer not null default 0
  )`,
  sql`create index users_newest on users (role, created_at, id)`,
  sql`create index users_name on users (role, full_name, id)`,
  sql`create unique index users_email on users (email, role)`,
  sql`create index users_phone on users (phone_number)`,
  sql`create table staff (
    user_id ${text} primary key references users (id) on delete cascade,
    role ${text} not null check (role in ('owner', 'reviewer', 'loans', 'support', 'viewer')),
    suspended_at ${text},
    last_active_at ${text}
  )`,
  sql`create table registrations (
    id ${text} primary key,
    email ${text} not null,
    full_name ${text},
    phone_number ${text},
    password_hash ${text} not null,
    adult_stated_at ${text},
    consent_policy ${text},
    created_at ${text} not null,
    expires_at ${text} not null
  )`,
  sql`create index registrations_email on registrations (email, created_at, id)`,
  sql`create index registrations_expiry on registrations (expires_at)`,
  sql`create table codes (
    id ${text} primary key,
    registration_id ${text} not null references registrations (id) on delete cascade,
    mac ${text} not null,
    wrong_tries integer not null check (wrong_tries >= 0),
    mail_failed integer not null check (mail_failed in (0, 1)),
    created_at ${text} not null,
    expires_at ${text} not null,
    superseded_at ${text}
  )`,
  sql`create unique index codes_newest on codes (registration_id) where superseded_at is null`,
  sql`create index codes_registration on codes (registration_id, created_at)`,
  // Without a foreign key, as in `events` and `receipts`: a registration, which becomes an account with the same id, has sessions too.
  sql`create table sessions (
    token_hash ${text} primary key,
    user_id ${text} not null,
    device_label ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null,
    revoked_at ${text},
    replaced_by ${text},
    last_seen_at ${text},
    network ${text},
    confirmed_at ${text}
  )`,
  sql`create index sessions_user on sessions (user_id)`,
  sql`create index sessions_expiry on sessions (expires_at)`,
  sql`create table configured_passwords (
    user_id ${text} primary key references users (id) on delete cascade,
    password_hash ${text} not null
  )`,
  // A device has one token for all accounts that it signs in to.
  sql`create table known_devices (
    token_hash ${text} not null check (length(token_hash) = 64),
    user_id ${text} not null references users (id) on delete cascade,
    expires_at ${text} not null
  )`,
  sql`create index known_devices_user on known_devices (user_id, expires_at)`,
  sql`create index known_devices_expiry on known_devices (expires_at)`,
  sql`create unique index known_devices_token on known_devices (token_hash, user_id)`,
  // Without foreign keys: the account of an invitation does not exist yet.
  sql`create table links (
    token_hash ${text} primary key check (length(token_hash) = 64),
    kind ${text} not null check (kind in ('invitation', 'reset')),
    account_id ${text} not null,
    email ${text} not null,
    role ${text},
    invited_by ${text},
    created_at ${text} not null,
    expires_at ${text} not null,
    ended_at ${text},
    end_reason ${text} check (end_reason in ('used', 'replaced', 'revoked'))
  )`,
  sql`create unique index links_open on links (kind, account_id) where ended_at is null`,
  sql`create index links_email on links (kind, email)`,
  sql`create index links_expiry on links (expires_at)`,
  sql`create table email_changes (
    user_id ${text} primary key references users (id) on delete cascade,
    id ${text} not null,
    email ${text} not null,
    mac ${text} not null,
    wrong_tries integer not null,
    expires_at ${text} not null
  )`,
  sql`create table account_deletions (
    user_id ${text} primary key references users (id) on delete cascade,
    requested_at ${text} not null,
    due_at ${text} not null,
    is_consent_withdrawn integer not null
  )`,
  sql`create index account_deletions_due on account_deletions (due_at)`,
  // The lengths reject values that were not hashed.
  sql`create table attempts (
    id ${text} primary key,
    kind ${text} not null,
    subject ${text} not null check (length(subject) = 64),
    address ${text} check (length(address) = 64),
    site ${text} check (length(site) = 64),
    at ${text} not null
  )`,
  sql`create index attempts_subject on attempts (kind, subject, at)`,
  sql`create index attempts_address on attempts (kind, address, at)`,
  sql`create index attempts_site on attempts (kind, site, at)`,
]
