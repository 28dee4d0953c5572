import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { rewrittenPath } from '#server/listings/media/file-storing-service.ts'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { UPLOAD_HOURS } from '#src/domain/retention.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { findUpload, listUploadsOf, listUploadsUntil, removeUpload } from './upload-repository.ts'

const HOUR_MS = 3_600_000
const UPLOAD_FILE = /^([0-9a-f]{32})(?:\.mp4)?$/ // an upload, or its video on the way to the store

/** Deletes uploads that were not finished in time, and the files of a photo that a crash left in part. */
export async function removeAbandonedUploads(
  { db, write, uploadDir }: Pick<AppDeps, 'db' | 'write'> & UploadDeps,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() - UPLOAD_HOURS * HOUR_MS).toISOString()
  for (const id of await listUploadsUntil(db, until)) {
    removeFiles(uploadDir, id)
    await discardUpload(write, id, now)
  }
}

/**
 * Deletes files of uploads that no row names, as a process leaves them that is killed between a commit and the deletion
 * of the file: the original of a photo has its place in it.
 */
export async function removeUnnamedUploads(
  { db, uploadDir }: Pick<AppDeps, 'db'> & UploadDeps,
  now: Date,
): Promise<void> {
  for (const name of existsSync(uploadDir) ? readdirSync(uploadDir) : []) {
    const id = UPLOAD_FILE.exec(name)?.[1]
    if (id === undefined || (await findUpload(db, id))) continue
    const path = join(uploadDir, name)
    const found = statSync(path, { throwIfNoEntry: false })
    // A request that is just ending deletes its file itself.
    if (found && now.getTime() - found.mtimeMs > HOUR_MS) rmSync(path, { force: true })
  }
}

/** Deletes the row of an upload, and queues the files of its photo that are stored already for deletion. */
export async function discardUpload(write: Write, id: string, now: Date): Promise<void> {
  await write(async (trx) => {
    // Without a row, the upload has already become a photo or video, or was already discarded.
    if (await removeUpload(trx, id)) await queueMediaRemoval(trx, [id], now)
  })
}

/** Deletes the files of a person's uploads, before the erasure deletes their rows. */
export async function eraseUploads(
  trx: Kysely<Tables>,
  uploadDir: string,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  const ids = await listUploadsOf(trx, ownerId)
  for (const id of ids) removeFiles(uploadDir, id)
  await queueMediaRemoval(trx, ids, now)
}

function removeFiles(uploadDir: string, id: string): void {
  const path = join(uploadDir, id)
  for (const one of [path, rewrittenPath(path)]) rmSync(one, { force: true })
}
