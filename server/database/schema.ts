import type { Generated, Selectable } from 'kysely'
import type { Role } from '#src/domain/account.ts'
import type { AuditAction, AuditEntity } from '#src/domain/audit.ts'
import type { ListingStatus } from '#src/domain/listing.ts'

// Times are ISO 8601 text in UTC, amounts whole paise, ids 24 hexadecimal characters.

export interface Tables {
  users: UserRow
  registrations: RegistrationRow
  sessions: SessionRow
  /** The configured password that was applied last to an account, whatever its password is now. */
  configured_passwords: { user_id: string; password_hash: string }
  known_devices: KnownDeviceRow
  codes: CodeRow
  events: EventRow
  listings: ListingRow
  removed_listings: { id: string; revision: number; removed_at: string }
  transactions: TransactionRow
  loans: LoanRow
  receipts: ReceiptRow
  audit_log: AuditRow
  attempts: AttemptRow
  revisions: RevisionTable
  /** Earlier epochs of this database, each with its last revision. */
  ended_epochs: { epoch: string; last_value: number }
  jobs: JobRow
  /** What each row of a list is searched by (server/database/search-words.ts). */
  listing_words: WordsRow
  member_words: WordsRow
  loan_words: WordsRow
  /** Sums that triggers keep (server/database/rollup-repository.ts); a missing status counts as pending. */
  listing_totals: { status: ListingStatus; sale_type: string; listings: number }
  /** By the day, in UTC, on which boosts end. */
  boost_days: { day: string; listings: number }
  user_totals: { role: Role; users: number }
  /** '' where the occupation is missing. */
  loan_totals: { occupation_type: string; loans: number }
  /** What was kept of captured payments, by the month in India: '2025-09'. */
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
  /** 0 or 1: such a password is good for a loopback address only. */
  has_short_password: number
  /** When they said that they are of age, and to which text of the policies; null for accounts that never registered. */
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
}

/** An account to be, until its e-mail address is proven (server/auth/registration/registration-service.ts). */
export interface RegistrationRow {
  /** The id of its account, once there is one. */
  id: string
  email: string
  full_name: string | null
  phone_number: string | null
  password_hash: string
  adult_stated_at: string | null
  consent_policy: string | null
  created_at: string
  /** When it is deleted, with everything that belongs to it. */
  expires_at: string
}

/** A one-time code of a registration. */
export interface CodeRow {
  id: string
  registration_id: string
  /** HMAC of the code, for this row alone; the code itself is nowhere. */
  mac: string
  wrong_tries: number
  /** 0 or 1: no mail server took it. */
  mail_failed: number
  created_at: string
  expires_at: string
  /** Null in the one newest row of a registration. */
  superseded_at: string | null
}

export interface EventRow {
  id: string
  /** Of an account or of a registration. */
  owner_id: string
  /** The owner's fields as JSON text. */
  body: string
  version: number
  created_at: string
  updated_at: string
}

export interface SessionRow {
  /** SHA-256 of the token, hexadecimal; the token itself is nowhere. */
  token_hash: string
  /** Of an account or of a registration. */
  user_id: string
  device_label: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  /** The device whose sign-in was one too many and revoked this session; null when something else did. */
  replaced_by: string | null
}

/** A device on which its account was signed in before (server/auth/sessions/known-device-service.ts). */
export interface KnownDeviceRow {
  /** SHA-256 of the device token, hexadecimal; the token itself is nowhere. */
  token_hash: string
  user_id: string
  /** Ninety days after the last sign-in. */
  expires_at: string
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

/** The one row of the revision counter (server/database/revision.ts). */
export type RevisionRow = Selectable<RevisionTable>

interface RevisionTable {
  id: number
  value: number
  epoch: string
  /** Up to this revision removed listings may be forgotten. */
  horizon: Generated<number>
  /** 0 or 1: nothing was written since the server started. */
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
  /** In the clear, from versions before encryption; empty and then null once it is sealed (server/loans/pan-repository.ts). */
  pan_number: string | null
  /** Encrypted (server/loans/pan-cipher.ts). */
  pan_sealed: string | null
  created_at: string
}

export interface ReceiptRow {
  /** Of an account or of a registration. */
  user_id: string
  key: string
  request_hash: string
  /** What the change was about, so that its answers can be cut down when that is deleted for good. */
  entity_id: string
  status: number
  body: string
  etag: string | null
  expires_at: string
}

export interface AuditRow {
  /** One more than the row before. */
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
  /** Of this row and of the hash before it (server/database/audit-chain.ts). */
  hash: string
}

/** Scheduled work of all processes together; not copied with the data (server/operations/job-lease-repository.ts). */
export interface JobRow {
  name: 'backup'
  lease_holder: string | null
  leased_until: string | null
  /** When it last succeeded. */
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
    | 'event-create'
    | 'event-change'
  /** HMAC under APP_SECRET of what is limited: an account, an address, a device. */
  subject: string
  /** HMAC of the caller's network, an IPv4 address or an IPv6 /64. */
  address: string | null
  /** HMAC of the IPv6 /48 around it. */
  site: string | null
  at: string
}
