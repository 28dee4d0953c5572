import { constants } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isAbsent } from '#server/platform/http/files/file-answer.ts'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'
import { HEAD_BYTES } from '#src/domain/media/file-kind.ts'
import type { MediaFile } from './media-store.ts'

// A media file is opened once. Its location is checked against the open handle, and its type and
// content are read from the same handle. So a user with write access to the folder cannot replace the
// file between a check and the response.

/**
 * Without O_NONBLOCK, opening a named pipe would block a thread of Node's pool until someone writes
 * to the pipe.
 */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK

/** Opens a picture or video in the folder; null if absent, of another type, or a link out of the folder. */
export async function openMediaFile(
  folder: string,
  parts: readonly string[],
): Promise<MediaFile | null> {
  const path = join(folder, ...parts)
  let handle: FileHandle | null = null
  let file: MediaFile | null = null
  try {
    handle = await open(path, FLAGS)
    file = await checkMediaFile(handle, folder, path)
    return file
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  } finally {
    if (!file) await handle?.close()
  }
}

async function checkMediaFile(
  handle: FileHandle,
  folder: string,
  path: string,
): Promise<MediaFile | null> {
  const found = await handle.stat()
  if (!found.isFile() || !(await isInside(folder, path, found))) return null
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const contentType = findMediaType(buffer.subarray(0, bytesRead))
  if (contentType === null) return null
  return {
    bytes: found.size,
    modifiedAt: found.mtime,
    contentType,
    read: (range) => handle.createReadStream(range),
    close: () => handle.close(),
  }
}

/** Whether the path, with its links resolved, is inside the folder and leads to the open file (device and inode). */
async function isInside(
  folder: string,
  path: string,
  { dev, ino }: { dev: number; ino: number },
): Promise<boolean> {
  const [root, real] = await Promise.all([realpath(folder), realpath(path)])
  if (!real.startsWith(root + sep)) return false
  const there = await stat(real)
  return there.dev === dev && there.ino === ino
}
