import type { Kysely } from 'kysely'
import type { ListingState, PostedListing } from '#server/listings/changes/listing-state-service.ts'
import type { RecordChange } from '#server/listings/changes/listing-writer-service.ts'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { applyWithoutReview, needsReview } from '#src/domain/posting/posting-changes.ts'
import { checkPosting } from '#src/domain/posting/posting-check.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'

import { requireRoomForListing } from './posting-allowance-service.ts'
import {
  change,
  isDecided,
  type OwnersChange,
  type PostingOrder,
  type PostingOutcome,
} from './posting-service.ts'

/**
 * Submits the owner's draft. Fields that describe the property need a review, during which the
 * approved version stays public; price, rent, bid and dates apply at once. Submitting unchanged
 * content has no effect, unless the listing was rejected or withdrawn. @throws ServerError 400 with
 * a message for each incomplete or implausible field, 403, 409 (too many listings, wrong state),
 * 429
 */
export function submitPosting(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'submit', async (own) => {
    const content = requireComplete(readContent(own.posting.body), order.now)
    const { owner_id: ownerId } = own.posting
    const isOnMarket = own.listing && own.listing.status !== 'rejected'
    if (!isOnMarket) await requireRoomForListing(trx, ownerId)
    return submitContent(own, content, { now: order.now, isAnotherTry: true })
  })
}

export interface Submission {
  now: Date
  /** Sends a rejected listing to review again, even if nothing was changed. */
  isAnotherTry: boolean
}

/** The change that submits checked content; null if there is none. Does not check the limits of the owner. */
export function submitContent(
  { posting, listing }: ListingState,
  content: PostingDraft,
  submission: Submission,
): OwnersChange {
  return listing
    ? resubmit({ posting, listing }, content, submission)
    : post(posting, content, submission.now)
}

/** The first submission of a listing that has no record yet. */
export function submitFirst(content: PostingDraft, now: Date): OwnersChange {
  return post({ posted_at: null, reviewed: null }, content, now)
}

/** Handles a first submission, or the submission of a withdrawn listing. */
function post(
  posting: Pick<PostingRow, 'posted_at' | 'reviewed'>,
  content: PostingDraft,
  now: Date,
): OwnersChange {
  const at = now.toISOString()
  const record: RecordChange = {
    ...waitingSince(at, posting.reviewed),
    seller_state: 'posted',
    posted_at: posting.posted_at ?? at,
    submitted: JSON.stringify(content),
    updated_at: at,
  }
  return { kind: 'submitted', status: 'pending', record }
}

function resubmit(
  { posting, listing }: { posting: PostingRow; listing: PostedListing },
  content: PostingDraft,
  { now, isAnotherTry }: Submission,
): OwnersChange {
  if (posting.submitted === null) throw new Error('a listing has submitted content')
  const text = JSON.stringify(content)
  const isTriedAgain = isAnotherTry && listing.status === 'rejected'
  if (text === posting.submitted && !isTriedAgain) return null
  const before = readContent(posting.submitted)
  const status: ListingStatus =
    isTriedAgain || needsReview(before, content) ? 'pending' : (listing.status ?? 'pending')
  const at = now.toISOString()
  const stored = { submitted: text, updated_at: at }
  if (status !== 'pending') return { kind: 'submitted', status, record: stored }
  if (!isDecided(listing)) {
    const record = { ...stored, live: withoutReview(posting.live, content) }
    return { kind: 'submitted', status, record }
  }
  // Begins a new review, which shows what was changed since the last decision.
  const record: RecordChange = {
    ...stored,
    ...waitingSince(at, posting.submitted),
    live: listing.status === 'approved' ? withoutReview(posting.submitted, content) : null,
  }
  return { kind: 'submitted', status, record }
}

function waitingSince(at: string, reviewed: string | null): RecordChange {
  return {
    submitted_at: at,
    resubmitted_at: reviewed === null ? null : at,
    decided_at: null,
    reviewed,
  }
}

function withoutReview(approved: string | null, content: PostingDraft): string | null {
  return approved && JSON.stringify(applyWithoutReview(readContent(approved), content))
}

function requireComplete(draft: PostingDraft, now: Date): PostingDraft {
  const checked = checkPosting(draft, now)
  if (checked.isComplete) return checked.content
  const sentence = Object.values(checked.fields)[0] ?? 'The listing is not complete.'
  throw new ServerError(400, 'invalid-input', sentence, { fields: checked.fields })
}
