import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Second factors and passkeys. */
export const factorTables = (text: TextType) => [
  sql`create table totp_secrets (
    user_id ${text} primary key references users (id) on delete cascade,
    sealed ${text} not null,
    confirmed_at ${text},
    last_step integer not null
  )`,
  sql`create table recovery_codes (
    mac ${text} primary key check (length(mac) = 64),
    user_id ${text} not null references users (id) on delete cascade
  )`,
  sql`create index recovery_codes_user on recovery_codes (user_id)`,
  sql`create table sign_in_challenges (
    token_hash ${text} primary key check (length(token_hash) = 64),
    user_id ${text} not null references users (id) on delete cascade,
    credentials_mac ${text} not null,
    wrong_tries integer not null,
    expires_at ${text} not null
  )`,
  sql`create index sign_in_challenges_user on sign_in_challenges (user_id)`,
  sql`create table passkeys (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    credential_id ${text} not null unique,
    public_key ${text} not null,
    counter bigint not null,
    transports ${text} not null,
    is_backed_up integer not null check (is_backed_up in (0, 1)),
    name ${text} not null,
    created_at ${text} not null,
    last_used_at ${text}
  )`,
  sql`create index passkeys_user on passkeys (user_id)`,
  // `user_id` is null for a sign-in, which finds the account by its passkey.
  sql`create table passkey_challenges (
    challenge_hash ${text} primary key check (length(challenge_hash) = 64),
    purpose ${text} not null,
    user_id ${text} references users (id) on delete cascade,
    expires_at ${text} not null
  )`,
  sql`create index passkey_challenges_user_id on passkey_challenges (user_id)`,
  sql`create index passkey_challenges_expires_at on passkey_challenges (expires_at)`,
  sql`create table factor_rules (
    role ${text} primary key,
    is_required integer not null check (is_required in (0, 1))
  )`,
]
