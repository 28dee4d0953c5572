// The photos and videos of owners' listings: which versions of a listing contain them, and when they are deleted.

import type { Kysely } from 'kysely'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { MAX_PHOTOS, MAX_VIDEOS } from '#src/domain/media/media-limits.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { UPLOAD_HOURS } from '#src/domain/retention.ts'
import type { MediaFacts } from './file-storing-service.ts'
import {
  findMediaRow,
  insertMediaRow,
  listMediaIdsOf,
  listMediaRows,
  listUnusedSince,
  removeMediaRowsOf,
  removeUnusedRow,
  setUse,
} from './listing-media-repository.ts'
import { queueMediaRemoval } from './media-removal-queue-service.ts'

const HOUR_MS = 3_600_000

export function findMedia(db: Kysely<Tables>, id: string): Promise<MediaRow | undefined> {
  return findMediaRow(db, id)
}

/** The photos and videos of one listing, oldest first. */
export function listMedia(db: Kysely<Tables>, postingId: string): Promise<MediaRow[]> {
  return listMediaRows(db, postingId)
}

/** Adds a row, which counts as unused until a version of the listing contains it. */
export async function addMedia(
  trx: Kysely<Tables>,
  {
    ownerId,
    postingId,
    now,
    ...facts
  }: MediaFacts &
    Pick<MediaRow, 'id' | 'bytes'> & { ownerId: string; postingId: string; now: Date },
): Promise<MediaRow> {
  const at = now.toISOString()
  const row: MediaRow = {
    ...facts,
    owner_id: ownerId,
    posting_id: postingId,
    created_at: at,
    unused_since: at,
  }
  await insertMediaRow(trx, row)
  return row
}

/**
 * The photos and videos that a draft names, in its order. @throws ServerError 400 if one of them
 * belongs to another listing or person, if one is named twice, or if there are too many
 */
export async function requireMediaOf(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
  { media }: Pick<PostingDraft, 'media'>,
): Promise<MediaRow[]> {
  if (media.length === 0) return []
  const own = new Map((await listMedia(db, id)).map((row) => [row.id, row]))
  const rows = media.flatMap((one) => own.get(one) ?? [])
  const isOwn = rows.every(({ owner_id }) => owner_id === ownerId)
  if (rows.length < media.length || new Set(media).size < media.length || !isOwn)
    throw wrongMedia('One of the files is not there any more. Remove it, and choose it again.')
  const videos = rows.filter(({ kind }) => kind === 'video').length
  if (videos > MAX_VIDEOS || rows.length - videos > MAX_PHOTOS)
    throw wrongMedia(`Use at most ${MAX_PHOTOS} photos and one video.`)
  return rows
}

/** Stores which media the versions of a listing contain. Call it after each change. */
export async function noteMediaUse(
  trx: Kysely<Tables>,
  postingId: string,
  posting: Pick<PostingRow, 'body' | 'submitted' | 'reviewed' | 'live'>,
  now: Date,
): Promise<void> {
  const versions = [posting.body, posting.submitted, posting.reviewed, posting.live]
  const used = versions.flatMap((text): string[] =>
    text === null ? [] : (JSON.parse(text).media ?? []),
  )
  await setUse(trx, postingId, { used: [...new Set(used)], now: now.toISOString() })
}

/** Deletes the photos and videos of a listing that is deleted for good; queues their files for deletion. */
export async function removeMediaOfListing(
  trx: Kysely<Tables>,
  postingId: string,
  now: Date,
): Promise<void> {
  await queueMediaRemoval(trx, await removeMediaRowsOf(trx, postingId), now)
}

/** Deletes media that no version of a listing has contained for a day; queues their files for deletion. */
export async function removeUnusedMedia(db: Kysely<Tables>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - UPLOAD_HOURS * HOUR_MS).toISOString()
  for (const id of await listUnusedSince(db, since))
    await db.transaction().execute(async (trx) => {
      if (await removeUnusedRow(trx, { id, since })) await queueMediaRemoval(trx, [id], now)
    })
}

/** Queues a person's photos and videos for deletion, before the erasure deletes their rows. */
export async function eraseMedia(trx: Kysely<Tables>, ownerId: string, now: Date): Promise<void> {
  await queueMediaRemoval(trx, await listMediaIdsOf(trx, ownerId), now)
}

function wrongMedia(sentence: string): ServerError {
  return new ServerError(400, 'invalid-input', sentence, { fields: { media: sentence } })
}
