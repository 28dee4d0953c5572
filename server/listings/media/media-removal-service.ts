import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPathParts } from '#server/platform/http/files/file-answer.ts'

/**
 * Deletes, from the media folder, the file of a /media/ URL of this server. Does nothing for any
 * other URL or a missing file. @throws Error when the file cannot be deleted
 */
export function removeMedia(mediaDir: string, url: string): void {
  const [folder, ...parts] = readPathParts(url) ?? []
  if (folder !== 'media' || parts.length === 0) return
  rmSync(join(mediaDir, ...parts), { force: true })
}
