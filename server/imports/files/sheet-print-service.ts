import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SetupError } from '#server/config/setup-error.ts'
import type { SheetLine } from './sheet-process.ts'
import { readSheetHere } from './sheet-reading.ts'
import { SheetRefusal, type SheetRow } from './sheet-row.ts'

/** Reads a file as a whole, for the command line. @throws SetupError */
export async function readWholeSheet(
  bytes: Buffer,
): Promise<{ columns: string[]; chunks: SheetRow[][] }> {
  const sheet: Awaited<ReturnType<typeof readWholeSheet>> = { columns: [], chunks: [] }
  try {
    for await (const part of readSheetHere(bytes))
      if ('columns' in part) sheet.columns = part.columns
      else sheet.chunks.push(part.rows)
  } catch (error) {
    throw error instanceof SheetRefusal ? new SetupError(error.message) : error
  }
  return sheet
}

/** Reads a file on stdin and prints it to stdout, one `SheetLine` per line. */
export async function printSheet(): Promise<void> {
  try {
    for await (const part of readSheetHere(await buffer(process.stdin))) await print(part)
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error
    await print({ refused: error.message })
  }
}

async function print(line: SheetLine): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}
