// The photos and videos of owners' listings: which files are accepted, which versions of a listing
// contain them, and when they are deleted.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { PHOTO_JOB, VIDEO_JOB } from '#server/platform/media/formats/media-jobs.ts'
import { MediaRefusal } from '#server/platform/media/formats/media-refusal.ts'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'
import type { MediaStore } from '#server/platform/media/stores/media-store.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { orUnavailable } from '#server/platform/media/stores/media-store-trouble.ts'
import { FileRefusal, parseFile } from '#server/platform/parsing/parsing-service.ts'
import {
  describeOtherFile,
  findFileKind,
  HEAD_BYTES,
  isPhotoKind,
  isVideoKind,
} from '#src/domain/media/file-kind.ts'
import { MAX_PHOTOS, MAX_VIDEOS } from '#src/domain/media/media-limits.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { UPLOAD_HOURS } from '#src/domain/retention.ts'
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

type MediaFacts = Pick<
  MediaRow,
  | 'kind'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'checksum'
  | 'perceptual_hash'
  | 'crop_hashes'
  | 'thumbhash'
>

export type Examined =
  | { kind: 'stored'; facts: MediaFacts }
  | {
      kind: 'refused'
      /** The reason of the refusal, as shown to the owner. */
      sentence: string
    }

export function findMedia(db: Kysely<Tables>, id: string): Promise<MediaRow | undefined> {
  return findMediaRow(db, id)
}

/** The photos and videos of one listing, oldest first. */
export function listMedia(db: Kysely<Tables>, postingId: string): Promise<MediaRow[]> {
  return listMediaRows(db, postingId)
}

/**
 * Examines an uploaded file. Stores a photo in the displayed sizes, and a video without its metadata.
 * The first bytes decide the type, never the name. Refuses files that are not a photo or video for a
 * listing. @throws ServerError 503 if the store fails; a repeat stores all files again
 */
export async function storeMedia(
  { mediaStore, log }: Pick<AppDeps, 'log'> & MediaDeps,
  file: UploadedFile,
): Promise<Examined> {
  try {
    const facts = await orUnavailable({ log }, () => storeFile(mediaStore, file))
    return { kind: 'stored', facts }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    return { kind: 'refused', sentence: error.message }
  }
}

interface UploadedFile {
  id: string
  ownerId: string
  path: string
}

async function storeFile(
  store: MediaStore,
  { id, path, ownerId: person }: UploadedFile,
): Promise<MediaFacts> {
  const head = await readHead(path)
  const kind = findFileKind(head)
  if (isVideoKind(kind)) return storeVideo(store, { id, path, ownerId: person })
  const contentType = findMediaType(head)
  if (contentType === null || !isPhotoKind(kind)) throw new MediaRefusal(describeOtherFile(kind))
  const checksum = await sumUp(path)
  const { width, height, files, thumbhash, perceptualHash, cropHashes } = await parseFile(
    PHOTO_JOB,
    { path: resolve(path), contentType },
    { person },
  )
  for (const { name, content } of files) await store.put({ mediaId: id, name }, content)
  return {
    kind: 'photo',
    width,
    height,
    duration_ms: null,
    checksum,
    perceptual_hash: perceptualHash,
    crop_hashes: cropHashes,
    thumbhash,
  }
}

async function storeVideo(
  store: MediaStore,
  { id, path, ownerId: person }: UploadedFile,
): Promise<MediaFacts> {
  const checksum = await sumUp(path)
  const newPath = rewrittenPath(path)
  try {
    const { width, height, seconds } = await parseFile(
      VIDEO_JOB,
      { path: resolve(path), newPath: resolve(newPath) },
      { person },
    )
    await store.putFile({ mediaId: id, name: 'video.mp4' }, newPath)
    return {
      kind: 'video',
      width,
      height,
      duration_ms: Math.round(seconds * 1000),
      checksum,
      perceptual_hash: null,
      crop_hashes: null,
      thumbhash: null,
    }
  } finally {
    await rm(newPath, { force: true })
  }
}

/** Where a video is rewritten before it is stored. A killed server leaves a part there. */
export function rewrittenPath(path: string): string {
  return `${path}.mp4`
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

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function sumUp(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function wrongMedia(sentence: string): ServerError {
  return new ServerError(400, 'invalid-input', sentence, { fields: { media: sentence } })
}
