import type { Session } from '#server/accounts/sessions/session-service.ts'
import type {
  ListingChangeKind,
  ListingReasonRow,
  PostingRow,
} from '#server/platform/database/rows/listing-rows.ts'
import type { VersionMatch } from '#server/platform/http/calls/version-match.ts'
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

/** What every change of a listing by an operator comes with. */
export interface ChangeOrder {
  listingId: string
  session: Pick<Session, 'userId' | 'deviceLabel'>
  /** The version that the operator saw; null if the client did not send it. */
  seen: VersionMatch | null
  idempotencyKey: string | undefined
  now: Date
}

/** The parts of a change that come from its order. */
export function toChange(
  { session: by, idempotencyKey: key, now }: ChangeOrder,
  kind: WantedChange['kind'],
) {
  return { kind, by, key, now }
}

/** Who gave a listing the status that it has after a change; null while it waits, and if nobody of the team did. */
export function deciderAfter(
  { kind, status, by }: WantedChange,
  before: ListingState | null,
): string | null {
  if (status === 'pending') return null
  if (kind === 'decided') return by?.userId ?? null
  const listing = before?.listing
  return listing && listing.status === status ? listing.deciderId : null
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

/** The row of a written change, without what its claim adds. */
export function toLoggedChange(applied: AppliedChange, revision: number | null) {
  const { id, change, before, after, reasonBefore } = applied
  const isReason = change.kind === 'explained'
  return {
    revision,
    listing_id: id,
    kind: change.kind,
    actor_id: change.by?.userId ?? null,
    device_label: change.by?.deviceLabel ?? null,
    at: change.now.toISOString(),
    from_value: isReason ? reasonBefore : statusOf(before),
    to_value: isReason ? (change.reason?.code ?? null) : statusOf(after),
  }
}

function statusOf(state: ListingState | null): string | null {
  return state?.listing ? (state.listing.status ?? 'pending') : null
}
