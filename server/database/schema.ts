// Every table in one place, which is why this file is long.

import type { Generated, Selectable } from 'kysely'
import type { Role } from '#src/domain/account.ts'
import type { AuditAction, AuditEntity } from '#src/domain/audit.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'

// Times are ISO 8601 text in UTC, amounts whole paise, ids 24 hexadecimal characters.

export interface Tables {
  users: UserRow
  staff: StaffRow
  registrations: RegistrationRow
  sessions: SessionRow
  /** The configured password last applied to an account, which may have another password now. */
  configured_passwords: { user_id: string; password_hash: string }
  known_devices: KnownDeviceRow
  links: LinkRow
  codes: CodeRow
  email_changes: EmailChangeRow
  totp_secrets: TotpSecretRow
  /** HMACs of unused recovery codes, bound to their account. The codes themselves are not stored. */
  recovery_codes: { mac: string; user_id: string }
  sign_in_challenges: SignInChallengeRow
  events: EventRow
  listings: ListingRow
  removed_listings: { id: string; revision: number; removed_at: string }
  transactions: TransactionRow
  loans: LoanRow
  receipts: IdempotencyRecordRow
  audit_log: AuditRow
  attempts: AttemptRow
  revisions: RevisionTable
  /** Earlier epochs of this database, each with its last revision. */
  ended_epochs: { epoch: string; last_value: number }
  jobs: JobRow
  /** Search text of each list row (server/database/search-words.ts). */
  listing_words: WordsRow
  member_words: WordsRow
  loan_words: WordsRow
  /**
   * Sums maintained by triggers (server/database/rollup-repository.ts); a missing status counts as
   * pending.
   */
  listing_totals: { status: ListingStatus; sale_type: string; listings: number }
  /** Boosts by the UTC day on which they end. */
  boost_days: { day: string; listings: number }
  user_totals: { role: Role; users: number }
  /** '' for a missing occupation. */
  loan_totals: { occupation_type: string; loans: number }
  /** Captured minus refunded amounts by month in India, such as '2025-09'. */
  revenue_months: { month: string; plan_type: string; paise: number }
}

export interface WordsRow {
  n: Generated<number>
  id: string
  text: string
}

export interface UserRow {
  id: string
  full_name: string | null
  email: string
  phone_number: string | null
  picture_url: string | null
  role: Role
  /** 0 or 1. */
  verified: number
  password_hash: string | null
  /** 0 or 1: the password is allowed only on a loopback address. */
  has_short_password: number
  /**
   * When the user confirmed being of age, and the policy version agreed to; null for accounts that
   * never registered.
   */
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
}

/** The role of an account that may use the panel (src/domain/team/permission.ts). */
export interface StaffRow {
  user_id: string
  role: StaffRole
  /** Null for an account that may sign in. */
  suspended_at: string | null
  /** Time of the last call to the panel's API, to the minute; null before the first. */
  last_active_at: string | null
}

/**
 * A future account with an unverified e-mail address
 * (server/auth/registration/registration-service.ts).
 */
export interface RegistrationRow {
  /** The account created from it gets the same id. */
  id: string
  email: string
  full_name: string | null
  phone_number: string | null
  password_hash: string
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
  /** Time of deletion, with all data that belongs to it. */
  expires_at: string
}

/** A one-time code of a registration. */
export interface CodeRow {
  id: string
  registration_id: string
  /** HMAC of the code, bound to this row. The code itself is not stored. */
  mac: string
  wrong_tries: number
  /** 0 or 1: the mail could not be sent. */
  mail_failed: number
  created_at: string
  expires_at: string
  /** Null only in the newest row of a registration. */
  superseded_at: string | null
}

/** A new e-mail address of an account that counts once its code is entered. */
export interface EmailChangeRow {
  user_id: string
  id: string
  email: string
  /** HMAC of the code, bound to this row. The code itself is not stored. */
  mac: string
  wrong_tries: number
  expires_at: string
}

/** The authenticator app of an account (server/auth/second-factor). */
export interface TotpSecretRow {
  user_id: string
  /** Encrypted under a key derived from APP_SECRET. */
  sealed: string
  /** Null until the first code has proved that the app has the secret. */
  confirmed_at: string | null
  /** The newest accepted time step of 30 seconds since 1970; 0 before the first. */
  last_step: number
}

/** A sign-in whose password was right and whose second factor is still missing. */
export interface SignInChallengeRow {
  /** SHA-256 of the challenge, hexadecimal. The challenge itself is not stored. */
  token_hash: string
  user_id: string
  /** HMAC of the e-mail address and the password hash: a change of either ends the challenge. */
  credentials_mac: string
  wrong_tries: number
  expires_at: string
}

export interface EventRow {
  id: string
  /** Id of an account or a registration. */
  owner_id: string
  /** The owner's fields as JSON text. */
  body: string
  version: number
  created_at: string
  updated_at: string
}

export interface SessionRow {
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string
  /** Id of an account or a registration. */
  user_id: string
  device_label: string
  /** The network of the sign-in, an IPv4 /24 or an IPv6 /48; null if unknown. */
  network: string | null
  created_at: string
  expires_at: string
  /** Time of the last call, to the minute; null before the first. */
  last_seen_at: string | null
  /** When the person last proved who they are; null for never since the sign-in. */
  confirmed_at: string | null
  revoked_at: string | null
  /**
   * The device whose sign-in exceeded the limit and replaced this session; null if it ended
   * otherwise.
   */
  replaced_by: string | null
}

/**
 * A device on which the account has signed in before
 * (server/auth/sessions/known-device-service.ts).
 */
export interface KnownDeviceRow {
  /** SHA-256 of the device token, hexadecimal. The token itself is not stored. */
  token_hash: string
  user_id: string
  /** Ninety days after the last sign-in. */
  expires_at: string
}

/** A single-use link that was mailed or copied (server/auth/links/link-service.ts). */
export interface LinkRow {
  /** SHA-256 of the token, hexadecimal. The token itself is not stored. */
  token_hash: string
  kind: 'invitation' | 'reset'
  /** The account; for an invitation, the id that the account gets when the person joins. */
  account_id: string
  /** The address that the link is for. */
  email: string
  /** The role that an invitation gives; null for a reset. */
  role: StaffRole | null
  /** The account that sent an invitation; null for a reset. */
  invited_by: string | null
  created_at: string
  expires_at: string
  /** Null while the link may be used, or has only expired. */
  ended_at: string | null
  end_reason: 'used' | 'replaced' | 'revoked' | null
}

export interface ListingRow {
  id: string
  owner_id: string
  name: string | null
  property_type: string
  sale_type: string
  bhk: string | null
  city: string
  pincode: string
  furnishing: string | null
  price_paise: number | null
  rent_paise: number | null
  status: ListingStatus | null
  video_url: string | null
  poster_url: string | null
  starting_bid_paise: number | null
  auction_ends_at: string | null
  boosted_until: string | null
  version: number
  revision: number
  created_at: string
  updated_at: string
}

/** The single row of the revision counter (server/database/revision.ts). */
export type RevisionRow = Selectable<RevisionTable>

interface RevisionTable {
  id: number
  value: number
  epoch: string
  /** Tombstones up to this revision may have been deleted. */
  horizon: Generated<number>
  /** 0 or 1: nothing has been written since the server started. */
  is_run_new: Generated<number>
}

export interface TransactionRow {
  id: string
  user_id: string
  plan_type: string
  plan_category: string
  amount_paise: number
  refunded_paise: number
  state: 'captured' | 'failed'
  razorpay_payment_id: string
  created_at: string
}

export interface LoanRow {
  id: string
  user_id: string
  occupation_type: string | null
  income_paise: number | null
  /**
   * Plain text from versions before encryption; emptied and then null after encryption
   * (server/loans/pan-repository.ts).
   */
  pan_number: string | null
  /** Encrypted (server/loans/pan-cipher.ts). */
  pan_sealed: string | null
  created_at: string
}

export interface IdempotencyRecordRow {
  /** Id of an account or a registration. */
  user_id: string
  key: string
  request_hash: string
  /**
   * The changed record: when it is deleted for good, personal data is removed from the stored
   * responses.
   */
  entity_id: string
  status: number
  body: string
  etag: string | null
  expires_at: string
}

export interface AuditRow {
  /** Consecutive, without gaps. */
  id: number
  at: string
  actor_id: string
  device_label: string
  action: AuditAction
  entity: AuditEntity
  entity_id: string
  from_value: string | null
  to_value: string | null
  idempotency_key: string | null
  /** Hash of this row and the previous hash (server/database/audit-chain.ts). */
  hash: string
}

/**
 * Scheduled work shared by all processes; not copied with the data
 * (server/operations/job-lease-repository.ts).
 */
export interface JobRow {
  name: 'backup'
  lease_holder: string | null
  leased_until: string | null
  /** Time of the last success. */
  done_at: string | null
}

export interface AttemptRow {
  id: string
  kind:
    | 'sign-in'
    | 'sign-in-total'
    | 'pan-reveal'
    | 'register'
    | 'code-send'
    | 'code-try'
    | 'second-factor'
    | 'event-create'
    | 'event-change'
    | 'reset-request'
    | 'invite'
  /** HMAC under APP_SECRET of the limited subject: an account, an address or a device. */
  subject: string
  /** HMAC of the caller's network: an IPv4 address or an IPv6 /64. */
  address: string | null
  /** HMAC of the enclosing IPv6 /48. */
  site: string | null
  at: string
}
