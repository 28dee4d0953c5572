// Makes the file of a large export. The work begins anew after a kill, because a file is written in a minute. Before each
// part of the rows it is checked that the export is still wanted, and that its person may still have it.

import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppDeps } from '#server/platform/app-env.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'
import type { ExportRow } from '#server/platform/database/rows/export-rows.ts'
import { readListChoice } from '#server/platform/http/calls/page-request.ts'
import { deflateBlocks } from '#server/platform/http/files/deflated-blocks.ts'
import { hasSpace } from '#server/platform/http/files/free-space.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { Job, JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import type { ExportedListName } from '#src/domain/export/list-export.ts'
import { writeTable } from '#src/domain/export/table-export.ts'
import { findWords } from '#src/domain/text.ts'
import { exportFileOf } from './export-job-files.ts'
import { setRunningExport } from './export-job-repository.ts'
import { type ExportDeps, findKeptExport } from './export-job-service.ts'
import { requireMayGoOn } from './export-rights-service.ts'
import type { ExportedList } from './list-export-service.ts'

/** Each list keeps the type of its rows to itself. */
export type ExportedLists = Readonly<Record<ExportedListName, ExportedList<unknown>>>

export type ExportRunDeps = Pick<AppDeps, 'db' | 'write' | 'clock' | 'log'> & ExportDeps

const NOTED_MS = 1_000 // the rows so far are stored so often, for the screen
const NOT_MADE = 'The server could not make the file. Export the list again.'
const NO_ROOM =
  'The disk of the server has no room for the file. Ask the administrator to make room.'

/** The run ends, and nothing is left of it. */
class EndOfRun extends Error {
  constructor(readonly why: 'gone' | 'stopping') {
    super(`an export ends: ${why}`)
  }
}

/** The key of a job is the export, its lane the person. */
export function makeExportKind(deps: ExportRunDeps, lists: ExportedLists): JobKind {
  return {
    name: 'exports',
    lanes: 1, // reading lists is work for one core of the process that also answers requests
    limitMs: 60_000, // a part takes a fraction of a second; each second renews the lease
    everyMs: 1_000, // a person waits for it
    backOff: { firstMs: 5_000, growth: 3, longestMs: 60_000, givenUpAfterMs: 600_000 },
    run: (job, run) => runExport(deps, lists, job, run),
  }
}

async function runExport(
  deps: ExportRunDeps,
  lists: ExportedLists,
  { key: id, attempts }: Job,
  run: JobRun,
): Promise<void> {
  const row = await findKeptExport(deps.db, id, deps.clock())
  if (row?.state !== 'running') return
  const file = exportFileOf(id, attempts)
  const path = join(deps.uploadDir, file)
  let isKept = false
  try {
    const rows = await writeFile(deps, { row, list: lists[row.list], path }, run)
    const { size: bytes } = await stat(path)
    isKept = await endExport(deps, run, id, { state: 'ready', file, bytes, row_count: rows })
  } catch (error) {
    await settleFailure(deps, run, id, error)
  } finally {
    if (!isKept) await rm(path, { force: true })
  }
}

interface Writing {
  row: ExportRow
  list: ExportedList<unknown>
  path: string
}

/** Returns the number of rows in the file. */
async function writeFile(
  deps: ExportRunDeps,
  { row, list, path }: Writing,
  run: JobRun,
): Promise<number> {
  await mkdir(deps.uploadDir, { recursive: true })
  const now = new Date(row.created_at)
  let written = 0
  async function* countRows() {
    for await (const rows of readWatched(deps, { row, list, now }, run)) {
      written += rows.length
      yield rows
    }
  }
  const chunks = writeTable(list.table, {
    format: row.format,
    seesDetails: row.sees_details === 1,
    rows: countRows(),
    now,
    deflate: deflateBlocks,
  })
  // Only this process's user may read it.
  await pipeline(Readable.from(chunks), createWriteStream(path, { mode: 0o600 }))
  return written
}

async function* readWatched(
  deps: ExportRunDeps,
  { row, list, now }: Omit<Writing, 'path'> & { now: Date },
  { signal, isStopping, renew }: JobRun,
): AsyncGenerator<readonly unknown[], void, void> {
  const choice = readListChoice(new URLSearchParams(row.query), list.rules, row.user_id)
  let looked = 0
  let notedMs = performance.now()
  await requireRoom(deps)
  for await (const rows of list.readRows(choice, {
    now,
    fields: row.sees_details === 1 ? 'all' : 'names',
  })) {
    signal.throwIfAborted()
    if (isStopping()) throw new EndOfRun('stopping')
    if (!(await findKeptExport(deps.db, row.id, deps.clock()))) throw new EndOfRun('gone')
    await requireMayGoOn(deps, list, row)
    await requireRoom(deps)
    looked += rows.length
    if (performance.now() - notedMs >= NOTED_MS) {
      const isOurs = await deps.write(
        async (trx) =>
          (await renew(trx)) && (await setRunningExport(trx, row.id, { row_count: looked })),
      )
      if (!isOurs) throw new EndOfRun('gone')
      notedMs = performance.now()
    }
    yield findWords(rows, choice.q, list.textsOf)
  }
}

/** @throws ServerError, which ends the export at once, because a repeat finds the same disk */
async function requireRoom({ uploadDir }: ExportDeps): Promise<void> {
  if (!(await hasSpace(uploadDir, 0))) throw new ServerError(507, 'no-space', NO_ROOM)
}

async function settleFailure(
  deps: ExportRunDeps,
  run: JobRun,
  id: string,
  error: unknown,
): Promise<void> {
  if (error instanceof EndOfRun) {
    if (error.why === 'stopping') await run.settle('interrupted')
    return
  }
  // The job begins again when its lease ends.
  if (run.signal.aborted || describePassingTrouble(error)) throw error
  if (error instanceof ServerError) {
    await endExport(deps, run, id, { state: 'failed', problem: error.message })
    return
  }
  deps.log.error({ err: error, exportId: id }, 'an export could not be made')
  const problem = isDiskFull(error) ? NO_ROOM : NOT_MADE
  await run.settle({ isDone: false, failed: problem }, async (trx, { isGivenUp }) => {
    if (isGivenUp) await setRunningExport(trx, id, { ...ended(deps), state: 'failed', problem })
  })
}

/** Ends the job and the export in one transaction. Returns false if another run has it, or it is gone. */
async function endExport(
  deps: ExportRunDeps,
  run: JobRun,
  id: string,
  change: Partial<ExportRow>,
): Promise<boolean> {
  let isSet = false
  await run.settle({ isDone: true }, async (trx) => {
    isSet = await setRunningExport(trx, id, { ...ended(deps), ...change })
  })
  return isSet
}

function ended({ clock }: ExportRunDeps): Pick<ExportRow, 'ended_at'> {
  return { ended_at: clock().toISOString() }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
