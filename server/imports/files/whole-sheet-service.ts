import { SetupError } from '#server/config/setup-error.ts'
import { FileRefusal, parseParts } from '#server/parsing/parsing-service.ts'
import { SHEET_JOB } from './sheet-job.ts'
import type { SheetRow } from './sheet-row.ts'

/** Reads a file as a whole, for the command line. @throws SetupError */
export async function readWholeSheet(
  bytes: Buffer,
): Promise<{ columns: string[]; chunks: SheetRow[][] }> {
  const sheet: Awaited<ReturnType<typeof readWholeSheet>> = { columns: [], chunks: [] }
  try {
    for await (const part of parseParts(SHEET_JOB, bytes, { person: 'command line' }))
      if ('columns' in part) sheet.columns = part.columns
      else sheet.chunks.push(part.rows)
  } catch (error) {
    throw error instanceof FileRefusal ? new SetupError(error.message) : error
  }
  return sheet
}
