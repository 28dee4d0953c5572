// The only code that changes listings. A change is written, logged and followed by its after-effects in the caller's
// transaction, so that all of it is stored or nothing.

import type { Kysely } from 'kysely'
import { findClaimTimes } from '#server/listings/claims/claim-round-service.ts'
import { requireMediaOf } from '#server/listings/media/listing-media-service.ts'
import { placeKeyOf } from '#server/platform/database/duplicate-keys.ts'
import { NEVER_SUBMITTED } from '#server/platform/database/listing-record.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { toListingWords } from '#server/platform/database/search-words.ts'
import { listingKeys } from '#server/platform/database/sort-keys.ts'
import { changeWait } from './due-time-service.ts'
import { writeAssignment } from './listing-assignment-service.ts'
import {
  type AppliedChange,
  deciderAfter,
  toLoggedChange,
  type WantedChange,
} from './listing-change.ts'
import { appendChange } from './listing-change-repository.ts'
import { findListingReason } from './listing-reason-repository.ts'
import { findListing, type ListingWithOwner } from './listing-repository.ts'
import { findState, type ListingState } from './listing-state-service.ts'
import { SUBSCRIBERS } from './listing-subscribers.ts'
import { type PublishedContent, readContent, toPublished } from './published-form-service.ts'

export type { RecordChange, WantedChange } from './listing-change.ts'

const NO_CLAIM = { first_claimed_at: null, last_claimed_at: null }

/**
 * Applies a change to a listing, or adds its record. Returns the listing as it is now; a deleted one, as it was.
 * @throws ServerError 400 if submitted content names a file that is not there
 */
export async function changeListing(
  trx: Kysely<Tables>,
  id: string,
  change: WantedChange,
): Promise<ListingState> {
  const before = await findState(trx, id)
  const revision = isOnList(change, before) ? await bumpRevision(trx) : null
  const reasonBefore = await writeReason(trx, id, change, before)
  const next = await writeRecord(trx, id, change, { before, revision })
  await writeAssignment(trx, id, change, before)
  if (revision !== null) await writePublished(trx, id, { change, before, revision, next })
  const listing = next && ((await findListing(trx, id)) ?? null)
  const after = next && { posting: next.posting, listing }
  if (listing) await writeWords(trx, listing, before?.listing ?? null)
  const applied: AppliedChange = { id, change, before, after, reasonBefore }
  const claimed = change.kind === 'decided' ? await findClaimTimes(trx, id) : NO_CLAIM
  await appendChange(trx, { ...toLoggedChange(applied, revision), ...claimed })
  for (const follow of SUBSCRIBERS) await follow(trx, applied)
  const result = after ?? before
  if (!result) throw new Error('a listing that does not exist cannot be deleted')
  return result
}

/** Whether the operator's list shows the change. */
function isOnList(
  { record, status, reason, assigneeId }: WantedChange,
  before: ListingState | null,
): boolean {
  if (status !== undefined && status !== null && record !== null) return true
  if (!before?.listing) return false
  // A reason, the seller's state and an assignment are no part of what is published: they leave its version as it is.
  const state = record?.seller_state ?? before.posting.seller_state
  const isBeside =
    reason !== undefined || assigneeId !== undefined || state !== before.posting.seller_state
  return record === null || status === null || isBeside
}

/** Replaces the reason of a rejection, and deletes it with the rejection. Returns the code of the replaced one. */
async function writeReason(
  trx: Kysely<Tables>,
  id: string,
  { status, reason }: WantedChange,
  before: ListingState | null,
): Promise<string | null> {
  const isOver = status && before?.listing && status !== (before.listing.status ?? 'pending')
  if (isOver) await trx.deleteFrom('listing_reasons').where('listing_id', '=', id).execute()
  if (!reason) return null
  const replaced = await findListingReason(trx, id)
  await trx
    .insertInto('listing_reasons')
    .values({ listing_id: id, ...reason })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(reason))
    .execute()
  return replaced?.code ?? null
}

/** A record, with the content of its published form if that is new. */
interface NextRecord {
  posting: PostingRow
  content: PublishedContent | null
}

async function writeRecord(
  trx: Kysely<Tables>,
  id: string,
  change: WantedChange,
  { before, revision }: { before: ListingState | null; revision: number | null },
): Promise<NextRecord | null> {
  const { record, status } = change
  if (record === null) {
    await trx.deleteFrom('postings').where('id', '=', id).execute()
    return null
  }
  const isPublished = revision !== null && status !== null && status !== undefined
  const values: Partial<PostingRow> = {
    ...record,
    ...(record?.submitted !== undefined && { place_key: placeKeyOf(record.submitted) }),
    ...(isPublished && { published_version: (before?.posting.published_version ?? 0) + 1 }),
    ...(isFirstByOwner(change, before) && { is_from_before: 0 }),
  }
  const posting = { ...(before?.posting ?? makeRecord(id, change)), ...values }
  const isNewContent = isPublished && (record?.submitted !== undefined || !before?.listing)
  const content = isNewContent ? await publish(trx, posting) : null
  if (content)
    Object.assign(values, { video_url: content.video_url, poster_url: content.poster_url })
  Object.assign(posting, values)
  if (!before) await trx.insertInto('postings').values(posting).execute()
  else if (Object.keys(values).length > 0)
    await trx.updateTable('postings').set(values).where('id', '=', id).execute()
  return { posting, content }
}

function makeRecord(id: string, { record, now }: WantedChange): PostingRow {
  if (record?.owner_id === undefined || record.body === undefined)
    throw new Error('a new listing needs an owner and a content')
  const at = now.toISOString()
  const { owner_id, body } = record
  const times = { created_at: at, updated_at: at }
  return { ...NEVER_SUBMITTED, ...times, id, owner_id, body, version: 1, seller_state: 'draft' }
}

async function publish(trx: Kysely<Tables>, posting: PostingRow): Promise<PublishedContent> {
  const { id, owner_id: ownerId, submitted } = posting
  if (submitted === null) throw new Error('a published listing has submitted content')
  const content = readContent(submitted)
  return toPublished(content, await requireMediaOf(trx, { id, ownerId }, content), posting)
}

/** Writes the published form, or takes it off the list: its words and its reason go with it. */
async function writePublished(
  trx: Kysely<Tables>,
  id: string,
  {
    change,
    before,
    revision,
    next,
  }: {
    change: WantedChange
    before: ListingState | null
    revision: number
    next: NextRecord | null
  },
): Promise<void> {
  const { status, now } = change
  if (!next || status === null) {
    await trx.deleteFrom('listings').where('id', '=', id).execute()
    return
  }
  if (status === undefined) {
    await trx.updateTable('listings').set({ revision }).where('id', '=', id).execute()
    return
  }
  const { posting, content } = next
  const { published_version, boosted_until, posted_at, owner_id } = posting
  if (published_version === null || posted_at === null)
    throw new Error('a listing is published by a submission')
  const values = {
    status,
    revision,
    version: published_version,
    updated_at: now.toISOString(),
    decided_by: deciderAfter(change, before),
    // A new content has no hints until they were looked for.
    ...(content && { hints: null }),
    ...(await changeWait(trx, before, change)),
  }
  if (before?.listing) {
    const set = { ...content, ...(content && listingKeys(content)), ...values }
    await trx.updateTable('listings').set(set).where('id', '=', id).execute()
  } else if (content) {
    const row = {
      ...content,
      ...listingKeys(content),
      ...values,
      id,
      owner_id,
      boosted_until,
      created_at: posted_at,
    }
    await trx.insertInto('listings').values(row).execute()
  }
}

/** The search text of a published listing. It is deleted with the listing. */
async function writeWords(
  trx: Kysely<Tables>,
  listing: ListingWithOwner,
  before: ListingWithOwner | null,
): Promise<void> {
  const text = toListingWords(listing)
  const { id } = listing
  if (!before) await trx.insertInto('listing_words').values({ id, text }).execute()
  else if (toListingWords(before) !== text)
    await trx.updateTable('listing_words').set({ text }).where('id', '=', id).execute()
}

function isFirstByOwner({ by }: WantedChange, before: ListingState | null): boolean {
  return before?.posting.is_from_before === 1 && by?.userId === before.posting.owner_id
}
