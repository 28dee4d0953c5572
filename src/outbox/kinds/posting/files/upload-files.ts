import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { QueuedUpload, UploadsDatabase } from '#src/storage/uploads-database.ts'

// Stores the bytes of queued files, so that an upload resumes after the page was closed: in the origin private file
// system, or in IndexedDB if that file system is not writable, as in Safari before version 26. No call waits for a database
// that does not open.

const FOLDER = 'uploads'

/** Stores a file. Returns false if the device cannot: the file is then lost when the page closes. */
export async function keepFile(
  db: UploadsDatabase,
  upload: QueuedUpload,
  file: Blob,
): Promise<boolean> {
  const { id } = upload
  try {
    await openingLimitOf(db).requireOpen()
    if (!(await writeFile(id, file))) await db.files.put({ id, file })
    await db.queued.put(upload)
    return true
  } catch (error) {
    console.warn('A file cannot be kept on this device.', error)
    return false
  }
}

/** Replaces the bytes of a stored file. Returns false, and keeps the old bytes, if the device has no room. */
export async function replaceFile(db: UploadsDatabase, id: string, file: Blob): Promise<boolean> {
  try {
    if (!(await findHandle(id))) await db.files.put({ id, file })
    else if (!(await writeFile(id, file))) return false
    // Undoes the write if the file was removed from the queue in the meantime.
    if (!(await db.queued.get(id))) await dropFile(db, id)
    return true
  } catch (error) {
    console.warn('A smaller file cannot be kept on this device.', error)
    return false
  }
}

/** Null if the device has lost the file. @throws StorageTroubleError if the database does not open in time */
export async function findFile(db: UploadsDatabase, id: string): Promise<Blob | null> {
  await openingLimitOf(db).requireOpen()
  const handle = await findHandle(id)
  if (handle) return handle.getFile()
  return (await db.files.get(id))?.file ?? null
}

/** The files of a listing in the order of their choice; none if the database does not open. */
export function listFiles(
  db: UploadsDatabase,
  { userId, listingId }: Pick<QueuedUpload, 'userId' | 'listingId'>,
): Promise<QueuedUpload[]> {
  const list = () => db.queued.where({ userId, listingId }).sortBy('addedAt')
  return openingLimitOf(db).orElse([], list)
}

/** Deletes a file from the device, once its upload is complete or cancelled. A database that does not open keeps it. */
export function dropFile(db: UploadsDatabase, id: string): Promise<void> {
  return openingLimitOf(db).orElse(undefined, () => dropStored(db, id))
}

async function dropStored(db: UploadsDatabase, id: string): Promise<void> {
  await db.queued.delete(id)
  await db.files.delete(id)
  try {
    await (await openFolder())?.removeEntry(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function writeFile(id: string, file: Blob): Promise<boolean> {
  try {
    const handle = await (await openFolder())?.getFileHandle(id, { create: true })
    if (!handle || !('createWritable' in handle)) return false
    const target = await handle.createWritable()
    await target.write(file)
    await target.close() // commits the bytes to the file
    return true
  } catch (error) {
    console.warn('A file cannot be written to the file system of this site.', error)
    return false
  }
}

async function findHandle(id: string): Promise<FileSystemFileHandle | null> {
  try {
    const handle = await (await openFolder())?.getFileHandle(id)
    // The file is empty if the browser could create it, but not write to it.
    return handle && (await handle.getFile()).size > 0 ? handle : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch (error) {
    console.warn('This browser has no file system for pages.', error)
    return null
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}
