import { realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { ServerSettings } from '#server/server-settings.ts'
import { SetupError } from '#server/setup-error.ts'

/** @throws SetupError when `/media` would be able to reach the whole data folder */
export function requireSeparateMediaDir({
  mediaDir,
  dataDir,
}: Pick<ServerSettings, 'mediaDir' | 'dataDir'>): void {
  const media = resolveLinks(mediaDir)
  const data = resolveLinks(dataDir)
  if (data !== media && !data.startsWith(media.endsWith(sep) ? media : media + sep)) return
  throw new SetupError(
    `MEDIA_DIR (${mediaDir}) must not be DATA_DIR or a folder above it: its files are public.`,
  )
}

/** The real path of the existing part: the folder may be missing or unusable, which is reported where it is opened. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(resolveLinks(dirname(path)), basename(path))
  }
}
