import { openingLimitOf } from '#src/storage/opening-limit.ts'
import type { UploadsDatabase } from '#src/storage/uploads-database.ts'

// Keeps the bytes of files until they are sent: in the origin private file system, or in IndexedDB if that file system is
// not writable, as in Safari before version 26. No call waits for a database that does not open.

const FOLDER = 'uploads'

type BytesDatabase = Pick<UploadsDatabase, 'files'> & Parameters<typeof openingLimitOf>[0]

/** Stores the bytes of a file. @throws errors of the storage, StorageTroubleError if the database does not open in time */
export async function keepBytes(db: BytesDatabase, id: string, file: Blob): Promise<void> {
  await openingLimitOf(db).requireOpen()
  if (!(await writeFile(id, file))) await db.files.put({ id, file })
}

/** Replaces the bytes of a stored file. False, with the old bytes kept, if the device has no room. @throws errors of the storage */
export async function replaceBytes(db: BytesDatabase, id: string, file: Blob): Promise<boolean> {
  if (await findHandle(id)) return writeFile(id, file)
  await db.files.put({ id, file })
  return true
}

/** Null if the device has lost the file. @throws StorageTroubleError if the database does not open in time */
export async function findBytes(db: BytesDatabase, id: string): Promise<Blob | null> {
  await openingLimitOf(db).requireOpen()
  const handle = await findHandle(id)
  if (handle) return handle.getFile()
  return (await db.files.get(id))?.file ?? null
}

export async function dropBytes(db: BytesDatabase, id: string): Promise<void> {
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
