// An owner's uploads: how many may be unfinished, and how a complete file becomes a photo or video.

import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { refuseForeignListing } from '#server/listings/content/own-posting-service.ts'
import { storeMedia } from '#server/listings/media/file-storing-service.ts'
import { addMedia, findMedia } from '#server/listings/media/listing-media-service.ts'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { MediaRow, UploadRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requirePersonTry } from '#server/platform/limits/limit-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { MAX_UPLOAD_BYTES } from '#src/domain/media/media-limits.ts'
import { discardUpload } from './upload-expiry-service.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { LEASE_TAKEN, type LeaseDeps, makeUploadLock, NO_UPLOAD } from './upload-lease-service.ts'
import {
  findUpload,
  insertUpload,
  removeUpload,
  setRefusal,
  sumUploadsOf,
} from './upload-repository.ts'

const MAX_OPEN = 5 // unfinished uploads; the app sends one at a time, but a second device or a lost response adds more
const MAX_STAGED_BYTES = 2_000_000_000
const SPARE_BYTES = 500_000_000 // for the database, its log and the stored photos

type Deps = Pick<AppDeps, 'db' | 'appSecret'> & LeaseDeps & MediaDeps & UploadDeps

/**
 * Inserts a new upload, whose file the caller creates next. @throws ServerError 403, 409 (too
 * many), 413, 429, 507
 */
export async function openUpload(
  { write, clock, appSecret, uploadDir }: Deps,
  { userId }: Session,
  { bytes, network }: { bytes: number; network: string },
): Promise<UploadRow> {
  const now = clock()
  if (bytes > MAX_UPLOAD_BYTES) throw tooLarge()
  await mkdir(uploadDir, { recursive: true })
  await requireSpace(uploadDir, bytes)
  return write(async (trx) => {
    await requireVerifiedAccount(trx, userId)
    await requirePersonTry(trx, { appSecret }, 'upload', { userId, network, now })
    await requireRoom(trx, userId, bytes)
    const upload: UploadRow = {
      id: randomBytes(16).toString('hex'),
      owner_id: userId,
      bytes,
      created_at: now.toISOString(),
      lease_holder: null,
      leased_until: null,
      is_wanted: 0,
      refusal: null,
    }
    await insertUpload(trx, upload)
    return upload
  })
}

/** @throws ServerError 404, also for another owner's upload */
export async function requireOwnUpload(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<UploadRow> {
  const upload = await findUpload(db, id)
  if (upload?.owner_id !== ownerId) throw noUpload()
  return upload
}

/** @throws ServerError 507 */
export async function requireSpace(uploadDir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(uploadDir)
  if (bavail * bsize >= bytes + SPARE_BYTES) return
  const sentence = "The server's disk has no room for this file. Nothing was lost; try again later."
  throw new ServerError(507, 'no-space', sentence)
}

/**
 * Examines a complete upload and stores it as a photo or video of the listing. A repeat gets the
 * same result. @throws ServerError 400 (not an accepted photo or video; the file is deleted), 404 (no upload, or a
 * listing of another owner), 409 (incomplete), 423, 503 (try again), 507
 */
export async function finishUpload(
  deps: Deps,
  order: { id: string; ownerId: string; postingId: string },
): Promise<MediaRow> {
  const { db } = deps
  const done = await findMedia(db, order.id)
  if (done?.owner_id === order.ownerId) return done
  await requireOwnUpload(db, order)
  await refuseForeignListing(db, { id: order.postingId, ownerId: order.ownerId })
  const lock = makeUploadLock(deps, order.id)
  if (!(await takeLock(lock))) return requireFinished(db, order)
  try {
    return await examine(deps, order)
  } finally {
    await lock.unlock()
  }
}

/** Deletes an unfinished upload: its row first, so that nothing is deleted without the right. @throws ServerError 404, 423 */
export async function giveUpUpload(deps: Deps, id: string): Promise<void> {
  const lock = makeUploadLock(deps, id)
  if (!(await takeLock(lock))) throw noUpload()
  try {
    await discardUpload(deps.write, id, deps.clock())
    await rm(join(deps.uploadDir, id), { force: true })
  } finally {
    await lock.unlock()
  }
}

async function examine(
  deps: Deps,
  { id, ownerId, postingId }: { id: string; ownerId: string; postingId: string },
): Promise<MediaRow> {
  const { db, write, writeAsServer, clock, uploadDir } = deps
  // Check again: the request that held the lease before may have finished the upload.
  const done = await findMedia(db, id)
  if (done) return done
  const upload = await requireOwnUpload(db, { id, ownerId })
  if (upload.refusal !== null) throw refused(upload.refusal)
  const path = join(uploadDir, id)
  if ((await stat(path)).size !== upload.bytes) throw incomplete()
  // The stored sizes of a photo, or the copy of a video, take as much at most.
  await requireSpace(uploadDir, upload.bytes)
  const examined = await storeMedia(deps, { id, path, ownerId })
  if (examined.kind === 'refused') {
    await write((trx) => setRefusal(trx, { id, refusal: examined.sentence }))
    await rm(path, { force: true })
    throw refused(examined.sentence)
  }
  const media = await write(async (trx) => {
    // Gone while the files were stored: their owner was erased, or gave the upload up.
    if (!(await removeUpload(trx, id))) return null
    await refuseForeignListing(trx, { id: postingId, ownerId })
    const { bytes } = upload
    return addMedia(trx, { ...examined.facts, id, ownerId, postingId, bytes, now: clock() })
  })
  await rm(path, { force: true })
  if (media) return media
  await writeAsServer((trx) => queueMediaRemoval(trx, [id], clock()))
  throw noUpload()
}

/** Returns the photo or video that another request made of the upload. @throws ServerError 404 if none */
async function requireFinished(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<MediaRow> {
  const media = await findMedia(db, id)
  if (media?.owner_id !== ownerId) throw noUpload()
  return media
}

/** Returns false if the upload does not exist any more. @throws ServerError 423 */
async function takeLock(lock: ReturnType<typeof makeUploadLock>): Promise<boolean> {
  try {
    await lock.lock(new AbortController().signal, () => {})
    return true
  } catch (error) {
    if (error === NO_UPLOAD) return false
    if (error !== LEASE_TAKEN) throw error
    const sentence = 'Another request writes to this upload. Try again in a moment.'
    throw new ServerError(423, 'upload-busy', sentence)
  }
}

async function requireRoom(trx: Kysely<Tables>, ownerId: string, bytes: number): Promise<void> {
  const staged = await sumUploadsOf(trx, ownerId)
  if (staged.uploads < MAX_OPEN && staged.bytes + bytes <= MAX_STAGED_BYTES) return
  const sentence = `Finish or remove one of your other uploads first: at most ${MAX_OPEN} files and 2 GB can be on their way.`
  throw new ServerError(409, 'too-many-uploads', sentence)
}

function noUpload(): ServerError {
  return new ServerError(404, 'not-found', 'This upload does not exist, or it was given up.')
}

function refused(sentence: string): ServerError {
  return new ServerError(400, 'media-refused', sentence)
}

function incomplete(): ServerError {
  const sentence = 'The file has not arrived completely. Send the rest, then try again.'
  return new ServerError(409, 'upload-incomplete', sentence)
}

function tooLarge(): ServerError {
  const sentence = `A file may have ${MAX_UPLOAD_BYTES / 1_000_000} MB at most.`
  return new ServerError(413, 'upload-too-large', sentence)
}
