import { open, realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { findFile, type StoredFile } from '#server/file-answer.ts'
import { findMediaType, HEAD_BYTES } from './media-type.ts'

export interface MediaFile extends StoredFile {
  contentType: string
}

/** A picture or video in the folder; null for every other file, and for a link that leads out of the folder. */
export async function findMediaFile(
  folder: string,
  parts: readonly string[],
): Promise<MediaFile | null> {
  const file = await findFile(folder, parts)
  if (!file) return null
  const [root, path] = await Promise.all([realpath(folder), realpath(file.path)])
  if (!path.startsWith(root + sep)) return null
  const contentType = findMediaType(await readHead(path))
  return contentType === null ? null : { ...file, path, contentType }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
