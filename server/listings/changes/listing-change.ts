import type { Session } from '#server/accounts/sessions/session-service.ts'
import type {
  ListingChangeKind,
  ListingReasonRow,
  PostingRow,
} from '#server/platform/database/rows/listing-rows.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingState } from './listing-state-service.ts'

/** New values of a record. A new record needs an owner and a content. */
export type RecordChange = Partial<
  Omit<PostingRow, 'id' | 'place_key' | 'published_version' | 'is_from_before'>
>

export interface WantedChange {
  kind: Exclude<ListingChangeKind, 'removed'>
  /** Who changes it, and the device used; null for the server itself. */
  by: Pick<Session, 'userId' | 'deviceLabel'> | null
  now: Date
  /** The idempotency key of an operator's change. */
  key?: string | undefined
  /** Null deletes the listing for good. */
  record?: RecordChange | null
  /**
   * The status on the operator's list; null takes the listing off the list. Needed with new submitted content, from which
   * the published form is computed.
   */
  status?: ListingStatus | null
  /** The reason of the rejection. */
  reason?: Omit<ListingReasonRow, 'listing_id'> | undefined
  /** Who should decide about the listing; null for nobody. */
  assigneeId?: string | null
}

/** A written change, for what follows from it. */
export interface AppliedChange {
  id: string
  change: WantedChange
  /** Null for a new listing. */
  before: ListingState | null
  /** Null for a listing that was deleted for good. */
  after: ListingState | null
  /** The code of the reason that `change.reason` replaces. */
  reasonBefore: string | null
}
