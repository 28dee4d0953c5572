// Imports started files, chunk by chunk. One transaction imports a chunk, stores the progress of its file and renews the
// job, so that a killed process has imported a chunk completely or not at all, and another process continues with the next
// chunk. A process that has lost the job imports nothing.

import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { requireStaffMay } from '#server/accounts/guards/auth-guard.ts'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { ImportChunkRow, ImportRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import { doneRowsOf } from '#src/domain/import/import-file.ts'
import {
  findChunk,
  findRunning,
  removeImportedChunks,
  setChunkRefused,
  setImport,
} from './import-file-repository.ts'
import { readMapping } from './import-file-service.ts'
import type { ItemResult, ReadItem } from './import-item-reading.ts'
import {
  listRows,
  type RefusedRows,
  readRows,
  type SheetScan,
  scanSheet,
} from './import-rows-service.ts'
import { importRead } from './import-service.ts'
import { parseSheetRows, readColumns, readFacts, readRowsOf } from './import-sheet-service.ts'

// A pause after each chunk lets other processes write, because SQLite has no queue for writers. libsql
// frees its statements only between tasks of the event loop: without a pause, each row would cost 100 kB.
const PAUSE_MS = 25

export interface ImportRunDeps extends Pick<AppDeps, 'db' | 'write' | 'clock'> {
  /** Called before each chunk and at the end; `done` is the number of rows imported or refused so far. */
  onRows?: (done: number, all: number) => void
}

interface Run extends ImportRunDeps, Pick<JobRun, 'renew'> {
  scan: SheetScan
}

/** Imports started files. The key of a job is the file, its lane the business. */
export function makeImportKind(deps: ImportRunDeps): JobKind {
  return {
    name: 'imports',
    lanes: 1,
    limitMs: 60_000, // outlasts a chunk (0.1 s) and the search for repeated references (some seconds)
    everyMs: 1_000, // a person waits for the import to begin
    backOff: { firstMs: 10_000, growth: 2, longestMs: 3_600_000, givenUpAfterMs: null },
    async run({ key }, { isStopping, renew, settle }) {
      const file = await findRunning(deps.db, key)
      if (!file) return
      const sheet = {
        namesRow: file.names_row ?? 0,
        columns: readColumns(file),
        facts: readFacts(file),
        mapping: readMapping(file),
      }
      const scan = await scanSheet(readRowsOf(deps.db, key), sheet)
      const run = { ...deps, scan, renew }
      while (!isStopping()) {
        if (!(await importNextChunk(run, key))) return
        await wait(PAUSE_MS)
      }
      await settle('interrupted')
    },
  }
}

/** Returns whether there may be another chunk. */
function importNextChunk(run: Run, id: string): Promise<boolean> {
  return run.write(async (trx) => {
    const file = (await run.renew(trx)) && (await findRunning(trx, id))
    if (!file) return false
    run.onRows?.(doneRowsOf(file), file.row_count)
    const chunk = await findChunk(trx, id, file.next_chunk)
    await (chunk ? importChunk(trx, run, file, chunk) : finish(trx, run, file))
    return chunk !== undefined
  })
}

async function importChunk(
  trx: Kysely<Tables>,
  { clock, scan }: Run,
  file: ImportRow,
  chunk: ImportChunkRow,
): Promise<void> {
  const rows = listRows(parseSheetRows(chunk), scan.namesRow)
  const items = readRows(rows, scan)
  const results = await importItems(trx, items, file, clock())
  const count = (result: ItemResult['result']) =>
    results.filter((one) => one.result === result).length
  const refused: RefusedRows = Object.fromEntries(
    results.flatMap(({ result, errors }, index) =>
      result === 'refused' ? [[String(rows[index]?.row), errors]] : [],
    ),
  )
  if (count('refused') > 0) await setChunkRefused(trx, chunk, JSON.stringify(refused))
  await setImport(trx, file, {
    next_chunk: chunk.position + 1,
    created: file.created + count('created'),
    updated: file.updated + count('updated'),
    unchanged: file.unchanged + count('unchanged'),
    refused: file.refused + count('refused'),
  })
}

/**
 * Imports the rows of a chunk. Refuses every row if the account of the business is not verified, or if the person who
 * started the import has lost the right to import since.
 */
async function importItems(
  trx: Kysely<Tables>,
  items: readonly ReadItem[],
  file: ImportRow,
  now: Date,
): Promise<ItemResult[]> {
  const { owner_id: ownerId, created_by: creator, device_label: deviceLabel } = file
  if (ownerId === null) throw new Error('an import was started without a business')
  const by = { userId: creator ?? ownerId, deviceLabel }
  try {
    await requireVerifiedAccount(trx, ownerId)
    if (creator !== null) await requireStaffMay(trx, creator, 'connect-sites')
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    const errors = [{ field: 'listing', error: error.message }]
    return items.map(() => ({ reference: null, result: 'refused', errors }))
  }
  return importRead(trx, items, { ownerId, by, now })
}

async function finish(trx: Kysely<Tables>, { clock }: Run, file: ImportRow): Promise<void> {
  await removeImportedChunks(trx, file.id)
  await setImport(trx, file, { state: 'done', finished_at: clock().toISOString() })
}
