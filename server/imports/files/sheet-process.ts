import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { MANAGE_PROGRAM } from '#server/config/app-folders.ts'
import { isXlsx, readSheetHere } from './sheet-reading.ts'
import { type SheetPart, SheetRefusal } from './sheet-row.ts'

const HERE_BYTES = 500_000 // text of this size is read in a few milliseconds, faster than a process starts
const HEAP_MB = 768 // an XLSX file with 200 MB unpacked and ordinary cells needs half of it
const MOST_MS = 60_000

/** A line of the process's output. */
export type SheetLine = SheetPart | { refused: string }

/**
 * Reads a file in a separate process, except a small CSV file: reading would block this process, and
 * a hostile file may exhaust the memory. @throws SheetRefusal
 */
export async function* readSheetApart(
  bytes: Buffer,
  program = MANAGE_PROGRAM,
): AsyncGenerator<SheetPart, void, void> {
  if (bytes.length <= HERE_BYTES && !isXlsx(bytes)) {
    yield* readSheetHere(bytes)
    return
  }
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, ...program, 'read-sheet'],
    { stdio: ['pipe', 'pipe', 'ignore'], timeout: MOST_MS, killSignal: 'SIGKILL' },
  )
  const ended = once(child, 'close')
  // If the process ends early, writing the rest of the file fails; the exit code reports the problem.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      // The cast is safe: `readSheetCommand` of the same version wrote the line.
      const part = JSON.parse(line) as SheetLine
      if ('refused' in part) throw new SheetRefusal(part.refused)
      yield part
    }
    const [code] = await ended
    if (code !== 0)
      throw new SheetRefusal('The file cannot be read: it is damaged, or too large to unpack.')
  } finally {
    child.kill('SIGKILL')
  }
}
