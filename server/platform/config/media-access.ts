import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './setup-error.ts'

/** The default of MEDIA_DIR. This folder does not have to exist. */
export function mediaDirIn(dataDir: string): string {
  return join(dataDir, 'media')
}

/** @throws SetupError when the folder cannot be read, or is missing and not the default */
export function requireReadableMediaDir({
  mediaDir,
  dataDir,
}: {
  mediaDir: string
  dataDir: string
}): void {
  const isOptional = mediaDir === mediaDirIn(dataDir)
  if (isOptional && !existsSync(mediaDir)) return
  try {
    readdirSync(mediaDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new SetupError(`MEDIA_DIR (${mediaDir}) is not a folder that can be read (${code}).`)
  }
}
