import { SetupError } from '#server/platform/config/setup-error.ts'
import { FileRefusal, parseParts } from '#server/platform/parsing/parsing-service.ts'
import type { SheetFacts, SheetRow } from '#src/domain/import/sheet-content.ts'
import { SHEET_JOB } from './sheet-job.ts'

/** Reads a file as a whole, for the command line. @throws SetupError */
export async function readWholeSheet(
  bytes: Buffer,
): Promise<{ chunks: SheetRow[][]; facts: SheetFacts }> {
  const chunks: SheetRow[][] = []
  let facts: SheetFacts | undefined
  try {
    for await (const part of parseParts(SHEET_JOB, bytes, { person: 'command line' }))
      if ('facts' in part) facts = part.facts
      else chunks.push(part.rows)
  } catch (error) {
    throw error instanceof FileRefusal ? new SetupError(error.message) : error
  }
  if (!facts) throw new Error('a sheet was read without its facts')
  return { chunks, facts }
}
