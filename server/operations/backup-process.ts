import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { MANAGE_PROGRAM } from '#server/platform/config/app-folders.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'

/** The longest that a backup may take. */
export const BACKUP_MS = 6 * 3_600_000 // a million listings take minutes; this leaves room for terabytes of photos

/**
 * Runs the backup command in its own process, because copying and checking a large database would
 * block all responses of the server. Ends it after six hours. @throws Error with what the command wrote to stderr
 */
export async function runBackupProcess(
  { backupMedia }: Pick<ServerSettings, 'backupMedia'>,
  signal: AbortSignal,
): Promise<void> {
  const options = backupMedia === 'on' ? ['--with-media'] : []
  const child = spawn(process.execPath, [...MANAGE_PROGRAM, 'backup', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: BACKUP_MS,
    killSignal: 'SIGKILL',
  })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`the process ended with ${code}: ${said.trim()}`)
}
