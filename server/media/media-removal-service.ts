import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPathParts } from '#server/http/files/file-answer.ts'

/**
 * Deletes the file of a picture or video in the folder, given its URL. Does nothing for other hosts
 * or folders, or a missing file. @throws Error when the file cannot be deleted
 */
export function removeMedia(mediaDir: string, url: string): void {
  const [folder, ...parts] = readPathParts(url) ?? []
  if (folder !== 'media' || parts.length === 0) return
  rmSync(join(mediaDir, ...parts), { force: true })
}
