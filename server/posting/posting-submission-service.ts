import type { Kysely } from 'kysely'
import type { Session } from '#server/auth/sessions/session-service.ts'
import { requireVerifiedAccount } from '#server/auth/verified-account-guard.ts'
import type { PostingRow } from '#server/database/listing-rows.ts'
import type { MediaRow } from '#server/database/media-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import {
  changePosted,
  type PostedListing,
  postListing,
} from '#server/listings/listing-posting-service.ts'
import { requireMediaOf } from '#server/media/listing-media-service.ts'
import { withdrawRejection } from '#server/messages/message-decision-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { applyWithoutReview, needsReview } from '#src/domain/posting/posting-changes.ts'
import { checkPosting } from '#src/domain/posting/posting-check.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import type { PostingWithListing } from './own-posting-service.ts'
import { requireRoomForListing } from './posting-allowance-service.ts'
import { readContent, toColumns, toMediaColumns } from './posting-content.ts'
import { setPosting } from './posting-repository.ts'
import { change, isDecided, type PostingOrder, type PostingOutcome } from './posting-service.ts'

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
    const { full_name: ownerName } = await requireVerifiedAccount(trx, ownerId)
    const { session: by, now } = order
    return submitContent(trx, own, content, { by, ownerName, now, isAnotherTry: true })
  })
}

export interface Submission {
  /** The person who submits the listing, and the device used. */
  by: Pick<Session, 'userId' | 'deviceLabel'>
  ownerName: string | null
  now: Date
  /** Sends a rejected listing to review again, even if nothing was changed. */
  isAnotherTry: boolean
}

/** Submits checked content. Does not check the limits of the owner. */
export function submitContent(
  trx: Kysely<Tables>,
  { posting, listing }: PostingWithListing,
  content: PostingDraft,
  submission: Submission,
): Promise<PostingRow> {
  return listing
    ? resubmit(trx, submission, { posting, listing }, content)
    : post(trx, submission, posting, content)
}

/** Handles a first submission, or the submission of a withdrawn listing. */
async function post(
  trx: Kysely<Tables>,
  { ownerName, now }: Submission,
  posting: PostingRow,
  content: PostingDraft,
): Promise<PostingRow> {
  const at = now.toISOString()
  const postedAt = posting.posted_at ?? at
  const media = await mediaOf(trx, posting, content)
  const listing = {
    ...toColumns(content),
    ...toMediaColumns(media, {
      video_url: posting.held_video_url,
      poster_url: posting.held_poster_url,
    }),
    id: posting.id,
    owner_id: posting.owner_id,
    version: (posting.held_version ?? 0) + 1,
    created_at: postedAt,
    boosted_until: posting.held_boosted_until,
  }
  await postListing(trx, listing, { ownerName, now })
  return setPosting(trx, posting.id, {
    ...waitingSince(at, posting.reviewed),
    seller_state: 'posted',
    posted_at: postedAt,
    submitted: JSON.stringify(content),
    updated_at: at,
    held_version: null,
    held_boosted_until: null,
    held_video_url: null,
    held_poster_url: null,
  })
}

async function resubmit(
  trx: Kysely<Tables>,
  { by, now, isAnotherTry }: Submission,
  { posting, listing }: { posting: PostingRow; listing: PostedListing },
  content: PostingDraft,
): Promise<PostingRow> {
  if (posting.submitted === null) throw new Error('a listing has submitted content')
  const text = JSON.stringify(content)
  const isTriedAgain = isAnotherTry && listing.status === 'rejected'
  if (text === posting.submitted && !isTriedAgain) return posting
  const before = readContent(posting.submitted)
  const status: ListingStatus =
    isTriedAgain || needsReview(before, content) ? 'pending' : (listing.status ?? 'pending')
  const media = await mediaOf(trx, posting, content)
  const columns = { ...toColumns(content), ...toMediaColumns(media, listing) }
  await changePosted(trx, listing, { content: columns, status }, { by, now })
  const at = now.toISOString()
  const stored = { submitted: text, updated_at: at }
  if (status !== 'pending') return setPosting(trx, posting.id, stored)
  await withdrawRejection(trx, posting.id, now)
  if (!isDecided(listing))
    return setPosting(trx, posting.id, { ...stored, live: withoutReview(posting.live, content) })
  // Begins a new review, which shows what was changed since the last decision.
  return setPosting(trx, posting.id, {
    ...stored,
    ...waitingSince(at, posting.submitted),
    live: listing.status === 'approved' ? withoutReview(posting.submitted, content) : null,
  })
}

function mediaOf(
  trx: Kysely<Tables>,
  { id, owner_id: ownerId }: PostingRow,
  content: PostingDraft,
): Promise<MediaRow[]> {
  return requireMediaOf(trx, { id, ownerId }, content)
}

function waitingSince(at: string, reviewed: string | null): Partial<PostingRow> {
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
