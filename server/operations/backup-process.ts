import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { MANAGE_PROGRAM } from '#server/config/app-folders.ts'

/**
 * Makes a backup by the command line in a process of its own: copying and checking a large database would hold up every
 * answer of this one. @throws Error with what it said on stderr
 */
export async function runBackupProcess(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...MANAGE_PROGRAM, 'backup'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`the process ended with ${code}: ${said.trim()}`)
}
