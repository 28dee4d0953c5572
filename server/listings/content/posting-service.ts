// An owner's drafts and listings. Each change runs in one transaction with its idempotency record.

import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import {
  findPosting,
  isRemoved,
  type ListingState,
  type PostedListing,
} from '#server/listings/changes/listing-state-service.ts'
import {
  changeListing,
  type RecordChange,
  type WantedChange,
} from '#server/listings/changes/listing-writer-service.ts'
import { requireMediaOf } from '#server/listings/media/listing-media-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requirePersonTry } from '#server/platform/limits/limit-service.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  listPostingActions,
  POSTING_STATE_LABELS,
  type PostingAction,
  postingStateOf,
} from '#src/domain/posting/posting-state.ts'
import { findOwnPosting, situationOf } from './own-posting-service.ts'
import { requireRoomForDraft } from './posting-allowance-service.ts'

const MAX_BYTES = 32 * 1024 // the same limit as for an event

export interface PostingOrder extends Pick<AppDeps, 'appSecret'> {
  session: Pick<Session, 'userId' | 'deviceLabel'>
  id: string
  /** The version that the owner saw; null if the client did not send it. */
  seen: VersionMatch | null
  /** Whether the client knows of no draft under this id: it must not replace one. */
  isNew?: boolean
  /** The owner's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

export type PostingOutcome =
  | { kind: 'done'; own: ListingState }
  | { kind: 'missing' }
  | { kind: 'overtaken'; current: ListingState }

/**
 * Saves the owner's draft under an id that the device generated. A repeated request finds this draft
 * stored, and changes nothing. @throws ServerError 403, 409 (too many drafts, wrong state), 413, 429
 */
export async function saveDraft(
  trx: Kysely<Tables>,
  order: PostingOrder,
  draft: PostingDraft,
): Promise<PostingOutcome> {
  const { id, seen, isNew = false, now } = order
  const ownerId = await countChange(trx, order, 'posting-change')
  const body = JSON.stringify(draft)
  if (Buffer.byteLength(body) > MAX_BYTES) throw tooLarge()
  await requireMediaOf(trx, { id, ownerId }, draft)
  const own = await findOwnPosting(trx, { id, ownerId })
  if (!own) return insertDraft(trx, order, { ownerId, body })
  if (own.posting.body === body) return { kind: 'done', own }
  if (isNew || !isVersionMatch(seen, own.posting.version))
    return { kind: 'overtaken', current: own }
  requireAction(own, 'edit')
  const record = { body, version: own.posting.version + 1, updated_at: now.toISOString() }
  return save(trx, order, record)
}

/** Deletes a draft or a withdrawn listing. @throws ServerError 403, 409, 429 */
export async function deleteDraft(
  trx: Kysely<Tables>,
  order: PostingOrder,
): Promise<PostingOutcome> {
  return change(trx, order, 'delete', async () => ({ kind: 'discarded', record: null }))
}

/** An owner's change, without what comes from the order; null changes nothing. */
export type OwnersChange = Omit<WantedChange, 'by' | 'now'> | null

/**
 * Applies an action of the owner: counts it, looks up the posting, compares the version if the client
 * sent one, checks that the state allows the action, and makes the change. @throws ServerError 403, 409, 429
 */
export async function change(
  trx: Kysely<Tables>,
  order: PostingOrder,
  action: PostingAction,
  makeChange: (own: ListingState) => Promise<OwnersChange>,
): Promise<PostingOutcome> {
  const kind = action === 'delete' ? 'posting-change' : 'posting-step'
  const ownerId = await countChange(trx, order, kind)
  const own = await findOwnPosting(trx, { id: order.id, ownerId })
  if (!own) return { kind: 'missing' }
  if (!isVersionMatch(order.seen, own.posting.version)) return { kind: 'overtaken', current: own }
  requireAction(own, action)
  const made = await makeChange(own)
  if (!made) return { kind: 'done', own }
  return { kind: 'done', own: await changeListing(trx, order.id, { ...byOwner(order), ...made }) }
}

export function isDecided({ status }: PostedListing): boolean {
  return status === 'approved' || status === 'rejected'
}

/** Counts the change towards the owner's limit. Returns the owner's id. @throws ServerError 403 unless verified, 429 */
async function countChange(
  trx: Kysely<Tables>,
  order: PostingOrder,
  kind: 'posting-change' | 'posting-step',
): Promise<string> {
  const { userId } = order.session
  await requireVerifiedAccount(trx, userId)
  await requirePersonTry(trx, order, kind, { ...order, userId })
  return userId
}

function requireAction(own: ListingState, action: PostingAction): void {
  const situation = situationOf(own)
  if (listPostingActions(situation).includes(action)) return
  const label = POSTING_STATE_LABELS[postingStateOf(situation)].toLowerCase()
  const sentence = `This is not possible while the listing is ${label}. Nothing was changed.`
  throw new ServerError(409, 'wrong-state', sentence)
}

async function insertDraft(
  trx: Kysely<Tables>,
  order: PostingOrder,
  { ownerId, body }: { ownerId: string; body: string },
): Promise<PostingOutcome> {
  const { id, seen } = order
  // 'missing': the id is malformed or another owner's, or the draft or listing was deleted. A client that sent a
  // version (`seen`) had a draft with this id, so that draft was deleted.
  const isTaken = await findPosting(trx, id)
  if (!isRecordId(id) || isTaken || seen !== null || (await isRemoved(trx, id)))
    return { kind: 'missing' }
  await requireRoomForDraft(trx, ownerId)
  return save(trx, order, { owner_id: ownerId, body })
}

async function save(
  trx: Kysely<Tables>,
  order: PostingOrder,
  record: RecordChange,
): Promise<PostingOutcome> {
  const saved = { ...byOwner(order), kind: 'saved', record } as const
  return { kind: 'done', own: await changeListing(trx, order.id, saved) }
}

function byOwner({ session: by, now }: PostingOrder) {
  return { by, now }
}

function tooLarge(): ServerError {
  const sentence = `A listing may have ${MAX_BYTES / 1024} KB of text at most.`
  return new ServerError(413, 'posting-too-large', sentence)
}
