// A person's uploads: how many may be unfinished, and how they are given up.

import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { UploadRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { requireSpace } from '#server/platform/http/files/free-space.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requirePersonTry } from '#server/platform/limits/limit-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { MAX_UPLOAD_BYTES } from '#src/domain/media/media-limits.ts'
import { discardUpload } from './upload-expiry-service.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { LEASE_TAKEN, type LeaseDeps, makeUploadLock, NO_UPLOAD } from './upload-lease-service.ts'
import { findUpload, insertUpload, sumUploadsOf } from './upload-repository.ts'

const MAX_OPEN = 5 // unfinished uploads; the app sends one at a time, but a second device or a lost response adds more
const MAX_STAGED_BYTES = 2_000_000_000

export type UploadingDeps = Pick<AppDeps, 'db' | 'appSecret'> & LeaseDeps & MediaDeps & UploadDeps

/**
 * Inserts a new upload, whose file the caller creates next. @throws ServerError 403, 409 (too
 * many), 413, 429, 507
 */
export async function openUpload(
  { write, clock, appSecret, uploadDir }: UploadingDeps,
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

/** Deletes an unfinished upload: its row first, so that nothing is deleted without the right. @throws ServerError 404, 423 */
export async function giveUpUpload(deps: UploadingDeps, id: string): Promise<void> {
  const lock = makeUploadLock(deps, id)
  if (!(await takeLock(lock))) throw noUpload()
  try {
    await discardUpload(deps.write, id, deps.clock())
    await rm(join(deps.uploadDir, id), { force: true })
  } finally {
    await lock.unlock()
  }
}

/** Returns false if the upload does not exist any more. @throws ServerError 423 */
export async function takeLock(lock: ReturnType<typeof makeUploadLock>): Promise<boolean> {
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

export function noUpload(): ServerError {
  return new ServerError(404, 'not-found', 'This upload does not exist, or it was given up.')
}

function tooLarge(): ServerError {
  const sentence = `A file may have ${MAX_UPLOAD_BYTES / 1_000_000} MB at most.`
  return new ServerError(413, 'upload-too-large', sentence)
}
