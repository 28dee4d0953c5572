import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { UPLOAD_HOURS } from '#src/domain/retention.ts'
import { listUploadsOf, listUploadsUntil, removeUpload } from './upload-repository.ts'

const HOUR_MS = 3_600_000

/** Deletes uploads that were not finished in time, with the photos that a crash left half stored. */
export async function removeAbandonedUploads(
  { db, uploadDir, mediaStore }: Pick<AppDeps, 'db' | 'uploadDir' | 'mediaStore'>,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() - UPLOAD_HOURS * HOUR_MS).toISOString()
  for (const id of await listUploadsUntil(db, until)) {
    rmSync(join(uploadDir, id), { force: true })
    await mediaStore.remove(id)
    await removeUpload(db, id)
  }
}

/** Deletes the files of a person's uploads, before the erasure deletes their rows. */
export async function eraseUploads(
  trx: Kysely<Tables>,
  { uploadDir, mediaStore }: Pick<AppDeps, 'uploadDir' | 'mediaStore'>,
  ownerId: string,
): Promise<void> {
  for (const id of await listUploadsOf(trx, ownerId)) {
    rmSync(join(uploadDir, id), { force: true })
    await mediaStore.remove(id)
  }
}
