// Imports one listing of a business, from a call of its site or from a row of its file. Runs all checks before the first write, so that
// after a refusal the caller can import other listings in the same transaction. An import replaces the
// content of the listing, except photos and videos that the owner uploaded in our app. It does not
// restore a listing that its owner or an operator took off the market. The content remains a draft until
// the photos of the site are fetched.

import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { findListing, type ListingState } from '#server/listings/changes/listing-state-service.ts'
import type { WantedChange } from '#server/listings/changes/listing-writer-service.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import { findOwnPosting, situationOf } from '#server/listings/content/own-posting-service.ts'
import { listPostings } from '#server/listings/content/posting-repository.ts'
import { submitContent, submitFirst } from '#server/listings/content/posting-submission-service.ts'
import { renewedAt } from '#server/listings/market/market-service.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { checkPosting, type PostingFlaws } from '#src/domain/posting/posting-check.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  LISTING_DAYS,
  listPostingActions,
  POSTING_STATE_LABELS,
  postingStateOf,
} from '#src/domain/posting/posting-state.ts'

const DAY_MS = 86_400_000
const RENEW_BEFORE_DAYS = LISTING_DAYS / 3 // early enough that the owner is never mailed a reminder to renew

export interface PostingImport {
  ownerId: string
  /** The person who imports the listing, and the device used. */
  by: Pick<Session, 'userId' | 'deviceLabel'>
  now: Date
}

/** A listing as its site sent it. */
export interface SentPosting {
  /** Its `media` has only files that are already stored. */
  draft: PostingDraft
  /** Other files are still to be fetched, so the listing is not submitted yet. */
  isWaiting: boolean
}

export type ImportOutcome =
  | { result: 'created' | 'updated' | 'unchanged' }
  | { result: 'refused'; flaws: PostingFlaws | string }

/** The rows that `importAgain` needs, by listing id. An id that was never imported has none. */
export async function findPostings(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, PostingRow>> {
  return new Map((await listPostings(db, ids)).map((row) => [row.id, row]))
}

/** The ids of the photos and videos in the owner's draft, in their order. */
export function listPostingMediaIds({ body }: Pick<PostingRow, 'body'>): string[] {
  return readContent(body).media
}

/** Stores a new listing under this id. Submits it, unless files are still to be fetched. */
export async function importNew(
  trx: Kysely<Tables>,
  id: string,
  { draft, isWaiting }: SentPosting,
  order: PostingImport,
): Promise<ImportOutcome> {
  const checked = checkPosting(draft, order.now)
  if (!checked.isComplete) return { result: 'refused', flaws: checked.fields }
  const first = isWaiting ? null : submitFirst(checked.content, order.now)
  const record = { owner_id: order.ownerId, body: JSON.stringify(checked.content) }
  await changeListing(trx, id, {
    ...byImport(order, 'saved'),
    ...first,
    record: { ...first?.record, ...record },
  })
  return { result: 'created' }
}

/**
 * Replaces the content of a listing with what its site sent. Also keeps it on the market: renews an
 * approval that ends soon or has ended.
 */
export async function importAgain(
  trx: Kysely<Tables>,
  posting: PostingRow,
  { draft, isWaiting }: SentPosting,
  order: PostingImport,
): Promise<ImportOutcome> {
  const checked = checkPosting(draft, order.now)
  if (!checked.isComplete) return { result: 'refused', flaws: checked.fields }
  const isSame = JSON.stringify(checked.content) === posting.submitted
  if (isSame && !isWaiting && !isEnding(posting, order.now)) return { result: 'unchanged' }
  const own = { posting, listing: (await findListing(trx, posting.id)) ?? null }
  if (isSame && !isWaiting) return keepOnMarket(trx, own, order)
  if (!maySubmit(own)) {
    const state = POSTING_STATE_LABELS[postingStateOf(situationOf(own))].toLowerCase()
    return {
      result: 'refused',
      flaws: `The listing is ${state} in the account of the business, so it was not changed.`,
    }
  }
  if (isWaiting) return saveWaiting(trx, posting, checked.content, order)
  await submit(trx, own, checked.content, order)
  if (posting.seller_state === 'expired') await renewIfApproved(trx, posting.id, order)
  return { result: 'updated' }
}

/**
 * Submits a listing whose photos and videos have been fetched by now. Does nothing if the listing was taken off the
 * market meanwhile, or if its content is no longer plausible. The next import then reports the reason.
 */
export async function submitArrived(
  trx: Kysely<Tables>,
  posting: PostingRow,
  media: string[],
  order: PostingImport,
): Promise<void> {
  const own = { posting, listing: (await findListing(trx, posting.id)) ?? null }
  const checked = checkPosting({ ...readContent(posting.body), media }, order.now)
  if (!maySubmit(own) || !checked.isComplete) return
  await submit(trx, own, checked.content, order)
  if (isEnding(posting, order.now)) await renewIfApproved(trx, posting.id, order)
}

/** An import submits drafts and posted listings. A withdrawn listing has no row in `listings`, and stays withdrawn. */
function maySubmit(own: ListingState): boolean {
  if (own.listing === null && own.posting.seller_state !== 'draft') return false
  return listPostingActions(situationOf(own)).includes('submit')
}

async function saveWaiting(
  trx: Kysely<Tables>,
  posting: PostingRow,
  content: PostingDraft,
  order: PostingImport,
): Promise<ImportOutcome> {
  const saved = saveContent(posting, content)
  if (!saved) return { result: 'unchanged' }
  const record = { ...saved, updated_at: order.now.toISOString() }
  await changeListing(trx, posting.id, { ...byImport(order, 'saved'), record })
  return { result: 'updated' }
}

async function submit(
  trx: Kysely<Tables>,
  own: ListingState,
  content: PostingDraft,
  order: PostingImport,
): Promise<void> {
  const saved = saveContent(own.posting, content)
  const submitted = submitContent(own, content, { now: order.now, isAnotherTry: false })
  if (!saved && !submitted) return
  await changeListing(trx, own.posting.id, {
    ...byImport(order, 'saved'),
    ...submitted,
    record: { ...saved, ...submitted?.record },
  })
}

/** The sent content as the owner's draft; null if it is that already. */
function saveContent(posting: PostingRow, content: PostingDraft) {
  const body = JSON.stringify(content)
  return body === posting.body ? null : { body, version: posting.version + 1 }
}

function byImport({ by, now }: PostingImport, kind: WantedChange['kind']) {
  return { kind, by, now }
}

function isEnding({ seller_state: state, expires_at: end }: PostingRow, now: Date): boolean {
  if (state === 'expired') return true
  if (state !== 'posted' || end === null) return false
  return Date.parse(end) - now.getTime() < RENEW_BEFORE_DAYS * DAY_MS
}

async function keepOnMarket(
  trx: Kysely<Tables>,
  own: ListingState,
  order: PostingImport,
): Promise<ImportOutcome> {
  const { posting } = own
  const mayRenew = listPostingActions(situationOf(own)).includes('renew')
  if (!mayRenew) return { result: 'unchanged' }
  await renew(trx, posting.id, order)
  return { result: posting.seller_state === 'expired' ? 'updated' : 'unchanged' }
}

/** Renews the approval, if the imported change needed no review. */
async function renewIfApproved(
  trx: Kysely<Tables>,
  id: string,
  order: PostingImport,
): Promise<void> {
  const own = await findOwnPosting(trx, { id, ownerId: order.ownerId })
  if (own && listPostingActions(situationOf(own)).includes('renew')) await renew(trx, id, order)
}

async function renew(trx: Kysely<Tables>, id: string, order: PostingImport): Promise<void> {
  await changeListing(trx, id, { ...byImport(order, 'renewed'), record: renewedAt(order.now) })
}
