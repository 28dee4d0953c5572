import { dropBytes, keepBytes, replaceBytes } from '#src/files/kept-bytes.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { runActive } from '#src/storage/page-suspension.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'

// The queued files of listings, each with its bytes, so that an upload resumes after the page was closed. No call waits for
// a database that does not open, and each is repeated if a suspension of the page interrupts it.

/** Stores a file. Returns false if the device cannot: the file is then lost when the page closes. */
export async function keepFile(
  db: UploadsDatabase,
  upload: QueuedUpload,
  file: Blob,
): Promise<boolean> {
  try {
    await runActive(db, async () => {
      await keepBytes(db, upload.id, file)
      await db.queued.put(upload)
    })
    return true
  } catch (error) {
    console.warn('A file cannot be kept on this device.', error)
    return false
  }
}

/** Replaces the bytes of a stored file. Returns false, and keeps the old bytes, if the device has no room. */
export async function replaceFile(db: UploadsDatabase, id: string, file: Blob): Promise<boolean> {
  try {
    if (!(await runActive(db, () => replaceBytes(db, id, file)))) return false
    // Undoes the write if the file was removed from the queue in the meantime.
    if (!(await runActive(db, () => db.queued.get(id)))) await dropFile(db, id)
    return true
  } catch (error) {
    console.warn('A smaller file cannot be kept on this device.', error)
    return false
  }
}

/** The files of a listing in the order of their choice; none if the database does not open. */
export function listFiles(
  db: UploadsDatabase,
  { userId, listingId }: Pick<QueuedUpload, 'userId' | 'listingId'>,
): Promise<QueuedUpload[]> {
  const list = () => db.queued.where({ userId, listingId }).sortBy('addedAt')
  return openingLimitOf(db).orElse([], () => runActive(db, list))
}

/** Deletes a file from the device, once its upload is complete or cancelled. A database that does not open keeps it. */
export function dropFile(db: UploadsDatabase, id: string): Promise<void> {
  return openingLimitOf(db).orElse(undefined, () =>
    runActive(db, async () => {
      await db.queued.delete(id)
      await dropBytes(db, id)
    }),
  )
}
