import type { Generated } from 'kysely'
import type { QueueOrder } from '#src/domain/due/queue-order.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ReasonField } from '#src/domain/listing/rejection-reason.ts'
import type { SellerState } from '#src/domain/posting/posting-state.ts'

// Rows about listings (server/platform/database/schema.ts).

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

export interface ListingTable extends ListingRow {
  /** What lists are sorted by (server/platform/database/sort-keys.ts). */
  name_key: Generated<string | null>
  price_key: Generated<number | null>
  /** When the last submission arrived, or the listing was set back to pending (server/listings/changes/due-time-service.ts). */
  waits_since: Generated<string | null>
  /** Only while it waits for a decision. */
  due_soon_at: Generated<string | null>
  due_at: Generated<string | null>
  /** Who gave the listing its status; null while it waits, and if no person of the team did. */
  decided_by: Generated<string | null>
  /** The kinds of the hints of its submission, as '|price|photo|'; '' without any, null until they were looked for. */
  hints: Generated<string | null>
}

/** How the team reviews, in one row. */
export interface ReviewRulesRow {
  id: number
  /** The working hours of each weekday and the holidays, as JSON text (src/domain/due/work-calendar.ts). */
  week: string
  holidays: string
  /** REVIEW_DUE_HOURS of the last start. */
  due_hours: number
  /** The order of review. */
  queue_order: QueueOrder
  /** What visits ask, as JSON text (src/domain/visit/checklist.ts); null until an owner changes the first one. */
  checklist: string | null
  /** Counts the changes. */
  version: number
}

/**
 * The record of a listing: what its owner writes, and what became of it. While the listing is submitted and not withdrawn,
 * `listings` has its published form under the same id. Contents are JSON text. Only server/listings/changes writes
 * both.
 */
export interface PostingRow {
  id: string
  owner_id: string
  /** Counts the changes of `body`. */
  version: number
  seller_state: SellerState
  created_at: string
  updated_at: string
  /** Time of the first submission, shown as the listing's date. */
  posted_at: string | null
  /** The time of the submission that waits for a review; if none waits, of the last one that was reviewed. */
  submitted_at: string | null
  /** Equals `submitted_at` while a second or later review is pending; otherwise null. */
  resubmitted_at: string | null
  /** Time of the operator's decision about the submitted content. */
  decided_at: string | null
  /** End of the approval. */
  expires_at: string | null
  reminded_at: string | null
  /** The version of the published form, which goes on after a withdrawal; null if the listing was never published. */
  published_version: number | null
  /** Three values of the published form that are not in the content, and stay after a withdrawal. */
  boosted_until: string | null
  video_url: string | null
  poster_url: string | null
  /**
   * 1 until the owner first changes a listing that was not written in this app. Its approval does not end, and its
   * owner gets no messages about decisions.
   */
  is_from_before: number
  /** Equal for listings that may describe the same property (server/platform/database/duplicate-keys.ts). */
  place_key: string | null
  /** The owner's current draft. */
  body: string
  /** The content in `listings`. */
  submitted: string | null
  /** The content of the previous decision. A review of `submitted` shows what was changed since. */
  reviewed: string | null
  /** The approved content that stays public while the submitted one is reviewed. */
  live: string | null
}

/** A reason for rejections. The owner of the panel edits the list. */
export interface RejectionReasonRow {
  code: string
  label: string
  /** The text shown to the seller, with variables (src/domain/listing/reason-sentence.ts). */
  sentence: string
  /** The part of the listing that the seller has to correct. */
  field: ReasonField | null
  position: number
  /** 0 or 1: the usual choice of "Changes needed". */
  changes_needed: number
  /** 0 or 1: offered for new rejections. */
  is_active: number
  /** 0 or 1: a seller has received it, so the code must remain in the list. */
  is_used: number
}

/** A device that opened the page of a listing on a day whose views are not summed up yet. */
export interface ListingViewerRow {
  listing_id: string
  /** The calendar day in India, counted from 1 January 1970. */
  day: number
  /** HMAC of the day, the listing and a number that the listing's page generates for the day. */
  viewer: string
}

/** The views of a listing on a day that is over. */
export interface ListingViewsRow {
  listing_id: string
  /** The calendar day in India, counted from 1 January 1970. */
  day: number
  views: number
}

/** Why a listing is rejected. Deleted when the listing is no longer rejected. */
export interface ListingReasonRow {
  listing_id: string
  /** The idempotency key of the status change that rejected the listing. */
  change_key: string
  code: string
  /** As the seller was given it, with the values of that moment. */
  sentence: string
  note: string
  /** 0 or 1: the seller is invited to correct the listing. */
  changes_needed: number
  given_at: string
}

/** Two listings that look like one property, and are not. */
export interface NotDuplicateRow {
  /** The smaller id of the two. */
  listing_id: string
  other_id: string
  /** Null after the erasure of the account. */
  person_id: string | null
  at: string
}

/**
 * The person who should decide about a listing. It counts only while the listing waits: a listing that is set back to
 * pending is theirs again, and a new submission of a decided one is nobody's.
 */
export interface AssignmentRow {
  listing_id: string
  person_id: string
  assigned_at: string
}

/** A change of a listing, kept as long as a client may ask what was changed (server/listings/changes). */
export interface ListingChangeRow {
  n: Generated<number>
  /** The revision of the operator's list; null for a change that the list does not show. */
  revision: number | null
  listing_id: string
  kind: ListingChangeKind
  /** Null for the server itself, and after the person was erased. */
  actor_id: string | null
  device_label: string | null
  at: string
  /** The status on the operator's list before and after, null for a listing that is not there; for a reason, its codes. */
  from_value: string | null
  to_value: string | null
  /** For a decision, the first and the last claim of the listing since the decision before it; null without a claim. */
  first_claimed_at: string | null
  last_claimed_at: string | null
}

export type ListingChangeKind =
  | 'saved'
  | 'submitted'
  | 'withdrawn'
  | 'sold'
  | 'renewed'
  | 'expired'
  | 'reminded'
  | 'decided'
  | 'explained'
  | 'assigned'
  /** By an operator. */
  | 'deleted'
  /** A draft or a withdrawn listing, by its owner. */
  | 'discarded'
  /** A draft that nobody has changed for a year, by the server. */
  | 'forgotten'
  | 'erased'
  /** Removed before the log began. */
  | 'removed'
