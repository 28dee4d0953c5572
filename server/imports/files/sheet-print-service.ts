import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { SheetLine } from './sheet-process.ts'
import { readSheetHere } from './sheet-reading.ts'
import { SheetRefusal } from './sheet-row.ts'

/** Reads a file on stdin and prints it to stdout, one `SheetLine` a line. */
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
