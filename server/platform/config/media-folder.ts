import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ServerSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

/** @throws SetupError when `/media` would expose the whole data folder or unfinished uploads */
export function requireSeparateMediaDir({
  mediaDir,
  dataDir,
  uploadDir,
}: Pick<ServerSettings, 'mediaDir' | 'dataDir' | 'uploadDir'>): void {
  const media = identify(resolveLinks(mediaDir))
  for (const [setting, folder] of [
    ['DATA_DIR', dataDir],
    ['UPLOAD_DIR', uploadDir],
  ] as const)
    if (listFoldersUpFrom(resolveLinks(folder)).includes(media))
      throw new SetupError(
        `MEDIA_DIR (${mediaDir}) must not be ${setting} or a folder above it: its files are public.`,
      )
}

function listFoldersUpFrom(path: string): string[] {
  const above = dirname(path)
  return above === path ? [identify(path)] : [identify(path), ...listFoldersUpFrom(above)]
}

/**
 * Returns the same value for two paths to one folder, even with different letter case or through a
 * volume that is mounted twice.
 */
function identify(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    // The folder does not exist yet. Its file system may ignore case, so paths that differ only in
    // case count as equal.
    return join(identify(dirname(path)), basename(path).toLowerCase())
  }
}

const MAX_LINKS = 40 // as in Linux

/** Resolves symbolic links even to a missing folder, because the server may create it at startup. */
function resolveLinks(path: string, linksLeft = MAX_LINKS): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = resolveLinks(dirname(path), linksLeft)
    const target = linksLeft > 0 ? readLink(path) : null
    if (target === null) return join(folder, basename(path))
    return resolveLinks(resolve(folder, target), linksLeft - 1)
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null // not a link, or not readable: opening the folder reports the error
  }
}
